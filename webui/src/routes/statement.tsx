import { Gate } from "@/features/dashboards/Gate";
import { StatementPage } from "@/features/ledger/StatementPage";

export default function StatementRoute() {
  return (
    <Gate>
      <StatementPage />
    </Gate>
  );
}
