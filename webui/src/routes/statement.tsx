import { Gate } from "@/features/dashboard/Gate";
import { StatementPage } from "@/features/earnings/StatementPage";

export default function StatementRoute() {
  return (
    <Gate>
      <StatementPage />
    </Gate>
  );
}
