/** The currencies that amounts can be shown in: those that the operator keeps a rate of. */
import { useGetSiteSettingsQuery } from "@/api/generated-base";
import { CURRENCIES, type DisplayCurrency } from "@/app/preferences";

export function useCurrencies(): readonly DisplayCurrency[] {
  const { data } = useGetSiteSettingsQuery();
  return CURRENCIES.filter((currency) => data?.currencies.includes(currency) ?? true);
}
