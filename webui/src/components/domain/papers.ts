/** The papers of a withdrawal. */
import type { CreditNoteView } from "@/api/generated";

interface Billed {
  invoice_id: string;
  credit_notes: CreditNoteView[];
}

/** The credit notes for invoices before the present one, the oldest first. */
export const replaced = ({ invoice_id, credit_notes }: Billed): CreditNoteView[] =>
  credit_notes.filter(({ corrects }) => corrects !== invoice_id);
