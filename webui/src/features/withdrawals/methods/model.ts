/** What a payout method is on the screen: its fields, its words, and what of it may be shown. */

import type { PaymentInfoBody, PaymentInfoView } from "@/api/generated";
import type { MethodRules, SiteSettingsView } from "@/api/generated-base";
import type { useFormat } from "@/format";
import type { useTranslation } from "@/i18n/react";

export type Field = Exclude<keyof PaymentInfoBody, "method" | "password">;
export type Values = Record<Field, string>;

/** What sentences are made with; the page's text files need `withdrawals` and `payout`. */
export interface Words {
  t: ReturnType<typeof useTranslation<"withdrawals">>["t"];
  payout: ReturnType<typeof useTranslation<"payout">>["t"];
  format: ReturnType<typeof useFormat>;
}

/** What the hint below a field may speak of. */
export interface Known {
  info: PaymentInfoView | null;
  site: SiteSettingsView | undefined;
}

/** A field of the form; its label is `form.<name>`. */
export interface FormField {
  name: Field;
  /** What stands there at first; a masked one is typed anew. */
  start?: (info: PaymentInfoView) => string | null;
  email?: boolean;
  hint?: (words: Words, known: Known) => string | null;
}

/** A line of the payment details; its label is `form.<name>`. */
export interface Fact {
  name: Field;
  value: string | null;
}

/** The four languages say its name below `method.<name>`, here and in `dashboard`. */
export interface MethodScreen {
  fields: readonly FormField[];
  /** What is wrong with the values beyond fields that are blank. */
  problems: (values: Values, words: Words) => Partial<Record<Field, string>>;
  /** Codes that speak of one field, where the answer does not name it itself. */
  fieldOfCode: Readonly<Record<number, Field>>;
  /** Where the money goes, as its owner reads it, masked. */
  facts: (info: PaymentInfoView) => readonly Fact[];
  /** The same in a few words, and in one. */
  place: (info: PaymentInfoView) => string;
  masked: (info: PaymentInfoView) => string;
  /** What it costs and asks for, beside its name on the form. */
  about: (words: Words, rules: MethodRules) => string;
  /** Its own minimum in a sentence; null where it has none. */
  minimum: (words: Words, rules: MethodRules) => string | null;
}
