import { feeText } from "./fees";
import type { MethodScreen } from "./model";

export const paypal: MethodScreen = {
  fields: [
    {
      name: "account_name",
      start: (info) => info.account_name,
      hint: ({ t }) => t("form.nameHint"),
    },
    {
      name: "account_email",
      email: true,
      hint: ({ t }, { info }) =>
        info?.account_email_masked ? t("form.now", { value: info.account_email_masked }) : null,
    },
  ],
  problems: () => ({}),
  fieldOfCode: { 40013: "account_name", 40015: "account_email" },
  facts: (info) => [
    { name: "account_name", value: info.account_name },
    { name: "account_email", value: info.account_email_masked },
  ],
  place: (info) => info.account_email_masked ?? "",
  masked: (info) => info.account_email_masked ?? "",
  about: ({ t, format }, rules) => t("form.paypalFee", { fee: feeText(format, rules) }),
  minimum: () => null,
};
