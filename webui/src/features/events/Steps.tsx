/** The days of an event or a program in a line. */
import { useSiteSettings } from "@/app/settings";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./events.module.css";

interface Props {
  apply: { apply_from: string; apply_until: string };
  /** What one does in the days: a text of `steps`. */
  act?: "apply" | "program";
  benefit?: { from: string; until: string } | undefined;
}

export function Steps({ apply, act = "apply", benefit }: Props) {
  const { t } = useTranslation("events");
  const { dayShort } = useFormat();
  const today = useSiteSettings().data?.today ?? apply.apply_from;
  const hasOpened = apply.apply_from <= today;
  const steps = [
    {
      name: t(hasOpened ? "steps.opened" : "steps.opens"),
      day: dayShort(apply.apply_from),
      place: hasOpened ? "past" : "ahead",
    },
    {
      name: t(`steps.${act}`),
      day: t("steps.to", { day: dayShort(apply.apply_until) }),
      place: placeOf(today, apply.apply_from, apply.apply_until),
    },
    ...(benefit
      ? [
          {
            name: t("steps.benefit"),
            day: t("steps.from", { day: dayShort(benefit.from) }),
            place: placeOf(today, benefit.from, benefit.until),
          },
        ]
      : []),
  ];
  return (
    <ol className={classes.steps} aria-label={t("steps.name")}>
      {steps.map(({ name, day, place }) => (
        <li key={name} data-place={place} aria-current={place === "now" ? "step" : undefined}>
          <b>{name}</b>
          <span className="num">{day}</span>
        </li>
      ))}
    </ol>
  );
}

function placeOf(today: string, from: string, until: string): "past" | "now" | "ahead" {
  if (today < from) return "ahead";
  return today > until ? "past" : "now";
}
