/** The currencies that amounts can be shown in: those that the operator keeps a rate of. */

import { CURRENCIES, type DisplayCurrency } from "@/app/first-choices";
import { useSiteSettings } from "@/app/settings";

export function useCurrencies(): readonly DisplayCurrency[] {
  const { data } = useSiteSettings();
  return CURRENCIES.filter((currency) => data?.currencies.includes(currency) ?? true);
}
