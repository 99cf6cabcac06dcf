import { useAppDispatch, useAppSelector } from "@/app/hooks";
import { currencyChosen } from "@/app/preferences";
import { useSiteSettings } from "@/app/settings";
import { useCurrencies } from "@/components/domain/currencies";
import { useTranslation } from "@/i18n/react";
import { Choices } from "./Choices";
import classes from "./preferences.module.css";

export function CurrencyChoice() {
  const { t } = useTranslation("preferences");
  const { t: c } = useTranslation();
  const dispatch = useAppDispatch();
  const { data } = useSiteSettings();
  const currency = useAppSelector((state) => state.preferences.currency);
  const choices = useCurrencies().map((value) => ({
    value,
    label: value,
    note: c(`currencies.${value}`),
  }));
  return (
    <>
      <Choices
        name={t("currency.title")}
        choices={choices}
        value={currency}
        onChoose={(next) => dispatch(currencyChosen(next))}
      />
      {data && <p className={classes.note}>{t("currency.note")}</p>}
    </>
  );
}
