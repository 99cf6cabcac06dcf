import { Gate } from "@/features/dashboards/Gate";
import { EarningsReport } from "@/features/ledger/EarningsReport";

export default function EarningsRoute() {
  return (
    <Gate>
      <EarningsReport />
    </Gate>
  );
}
