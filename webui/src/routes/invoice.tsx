import { useSearchParams } from "react-router";
import { InvoicePage } from "@/features/invoices/InvoicePage";

export default function InvoiceRoute() {
  const [params] = useSearchParams();
  return <InvoicePage id={params.get("id") ?? ""} />;
}
