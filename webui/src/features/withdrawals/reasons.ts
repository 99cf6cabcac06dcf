/** Which of the reasons against a withdrawal close one method and leave the other open. */
import type { QuoteView } from "@/api/generated";
import { type Reason, reasonsOf } from "@/components/domain/blocked";

const OF_METHOD: readonly Reason[] = ["bank_minimum", "method_minimum", "fee", "country"];

export const closesMethod = (quote: QuoteView | undefined): Reason | undefined =>
  quote && reasonsOf(quote).find((reason) => OF_METHOD.includes(reason));
