import { InvoicePreview } from "@/features/invoices/InvoicePreview";
import { WithdrawalsPage } from "@/features/withdrawals/WithdrawalsPage";

export default function WithdrawalListRoute() {
  return <WithdrawalsPage invoice={(id) => <InvoicePreview id={id} />} />;
}
