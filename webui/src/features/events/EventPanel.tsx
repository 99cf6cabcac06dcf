/** An event's panel: taking part, cancelling, claiming the benefit, by its days. */
import { useGetEventQuery } from "@/api/generated";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { CardSkeleton } from "@/components/kit/skeletons";
import { ErrorCard } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { Closed } from "./Closed";
import classes from "./events.module.css";
import { Joined } from "./Joined";
import { JoinForm } from "./JoinForm";
import { OpenChip } from "./OpenChip";
import { Steps } from "./Steps";

export function EventPanel({ id }: { id: string }) {
  const { t } = useTranslation("events");
  const { dayLong } = useFormat();
  const { currentData: event, error, refetch } = useGetEventQuery(id);
  if (error && !event) return <ErrorCard error={asApiError(error)} onRetry={refetch} />;
  if (!event) return <CardSkeleton lines={4} />;

  const { state, apply_from, apply_until, cancel_until, benefit_from, benefit_until } = event;
  const changed = () => void refetch();
  const benefit =
    benefit_from && benefit_until ? { from: benefit_from, until: benefit_until } : undefined;
  const days = {
    to_come: dayLong(apply_from),
    full: dayLong(cancel_until),
    closed: dayLong(apply_until),
  };
  return (
    <div className={classes.panel}>
      <Steps apply={event} benefit={benefit} />
      {event.participation && <Joined event={event} onChange={changed} />}
      {!event.participation && state === "open" && (
        <Card title={t("title")} aside={<OpenChip until={apply_until} />}>
          <JoinForm event={event} onJoined={changed} />
        </Card>
      )}
      {!event.participation && state !== "open" && (
        <Closed
          title={t(`closed.${state}`)}
          text={t(`closed.${state}Text`, { day: days[state] })}
        />
      )}
    </div>
  );
}
