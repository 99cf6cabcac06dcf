/** The invoice that the portal left for its own embedded page; whatever else stands there is none. */
import type { InvoiceView } from "@/api/generated";
import { readStored } from "@/app/storage";

const TEXTS = [
  "id",
  "name",
  "recipient",
  "service",
  "issued_on",
  "currency",
  "fee",
  "total",
  "withdrawal_id",
] as const;

function isInvoice(value: unknown): value is InvoiceView {
  if (typeof value !== "object" || value === null) return false;
  const fields = value as Record<string, unknown>;
  return TEXTS.every((name) => typeof fields[name] === "string") && Array.isArray(fields.lines);
}

export function handedOver(): InvoiceView | null {
  const kept = readStored("invoice");
  if (kept === null) return null;
  try {
    const value: unknown = JSON.parse(kept);
    return isInvoice(value) ? value : null;
  } catch {
    return null;
  }
}
