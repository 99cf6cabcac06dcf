import { Gate } from "@/features/dashboard/Gate";
import { EarningsReport } from "@/features/earnings/EarningsReport";

export default function EarningsRoute() {
  return (
    <Gate>
      <EarningsReport />
    </Gate>
  );
}
