import { useSearchParams } from "react-router";
import { EmbeddedInvoice } from "@/features/invoices/EmbeddedInvoice";

export default function EmbeddedInvoiceRoute() {
  const [params] = useSearchParams();
  return <EmbeddedInvoice token={params.get("t")} />;
}
