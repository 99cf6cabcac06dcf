import { Gate } from "@/features/dashboards/Gate";
import { RequestPage } from "@/features/withdrawals/RequestPage";

export default function WithdrawalRequestRoute() {
  return (
    <Gate>
      <RequestPage />
    </Gate>
  );
}
