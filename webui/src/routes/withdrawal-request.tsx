import { Gate } from "@/features/dashboard/Gate";
import { RequestPage } from "@/features/withdrawals/RequestPage";

export default function WithdrawalRequestRoute() {
  return (
    <Gate>
      <RequestPage />
    </Gate>
  );
}
