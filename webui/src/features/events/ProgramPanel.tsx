/** A program's panel: applying with a channel in its term, and what became of the reader's channels. */
import { Button, NativeSelect } from "@mantine/core";
import { type FormEvent, useState } from "react";
import {
  type ChannelView,
  type ProgramApplicationView,
  type ProgramView,
  useApplyToProgramMutation,
  useGetProgramQuery,
  useListChannelsQuery,
} from "@/api/generated";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { FormError } from "@/components/kit/forms";
import { StatusChip } from "@/components/kit/StatusChip";
import { CardSkeleton } from "@/components/kit/skeletons";
import { ErrorCard } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { Closed } from "./Closed";
import classes from "./events.module.css";
import { OpenChip } from "./OpenChip";
import { Steps } from "./Steps";

const APPROVED = { status: "approved", size: 100 } as const;
const TONES = {
  waiting: "warn",
  active: "ok",
  denied: "bad",
  ended: "quiet",
  lapsed: "quiet",
} as const;

export function ProgramPanel({ id }: { id: string }) {
  const { t } = useTranslation("events");
  const { dayLong } = useFormat();
  const { currentData: program, error, refetch } = useGetProgramQuery(id);
  if (error && !program) return <ErrorCard error={asApiError(error)} onRetry={refetch} />;
  if (!program) return <CardSkeleton lines={4} />;

  const { state, apply_from, apply_until } = program;
  return (
    <div className={classes.panel}>
      <Steps apply={program} act="program" />
      <Applications program={program} />
      {state === "open" && <Apply program={program} onApplied={() => void refetch()} />}
      {state === "to_come" && (
        <Closed
          title={t("program.to_come")}
          text={t("closed.to_comeText", { day: dayLong(apply_from) })}
        />
      )}
      {state === "closed" && (
        <Closed
          title={t("program.closed")}
          text={t("closed.closedText", { day: dayLong(apply_until) })}
        />
      )}
    </div>
  );
}

/** What became of the reader's channels. */
function Applications({ program: { applications } }: { program: ProgramView }) {
  const { t } = useTranslation("events");
  if (applications.length === 0) return null;
  return (
    <Card title={t("program.mine")}>
      <ul className={classes.rows}>
        {applications.map((made) => (
          <li key={`${made.channel} ${made.term}`}>
            <Application made={made} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Application({ made }: { made: ProgramApplicationView }) {
  const { t } = useTranslation("events");
  const { dayLong } = useFormat();
  return (
    <>
      <div>
        <strong>{made.channel_name}</strong>
        <small className="num">
          {t("program.on", { term: made.term, day: dayLong(made.applied_on) })}
        </small>
        {made.reason && <small>{t("program.reason", { reason: made.reason })}</small>}
      </div>
      <StatusChip tone={TONES[made.state]}>{t(`program.${made.state}`)}</StatusChip>
    </>
  );
}

interface ApplyProps {
  program: ProgramView;
  onApplied: () => void;
}

/** Applying with a channel that may; whose channels all take part or wait already is asked nothing. */
function Apply({ program, onApplied }: ApplyProps) {
  const { t } = useTranslation("events");
  const { data } = useListChannelsQuery(APPROVED);
  if (!data) return <CardSkeleton lines={3} />;

  const barred = program.applications
    .filter(({ term, state }) => term === program.term || state === "active")
    .map(({ channel }) => channel);
  const free = data.items.filter(({ id }) => !barred.includes(id));
  if (free.length === 0 && data.items.length > 0) return null;
  return (
    <Card title={t("program.title")} aside={<OpenChip until={program.apply_until} />}>
      <ApplyForm program={program} free={free} onApplied={onApplied} />
    </Card>
  );
}

function ApplyForm({ program, free, onApplied }: ApplyProps & { free: ChannelView[] }) {
  const { t } = useTranslation("events");
  const [apply, { isLoading, error }] = useApplyToProgramMutation();
  const [chosen, choose] = useState<string | null>(null);
  const channel = free.find(({ id }) => id === chosen) ?? free[0];
  if (!channel) return <p className={classes.quiet}>{t("program.none")}</p>;

  async function submit(submitted: FormEvent, id: string) {
    submitted.preventDefault();
    const { data } = await apply({ id: program.id, channel: id });
    if (data) onApplied();
  }

  return (
    <form className={classes.panel} onSubmit={(submitted) => void submit(submitted, channel.id)}>
      <NativeSelect
        size="md"
        label={t("channel")}
        value={channel.id}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={free.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <FormError error={asApiError(error)} />
      <Button size="md" type="submit" loading={isLoading}>
        {t("program.apply", { channel: channel.name })}
      </Button>
      <p className={classes.once}>{t("program.once")}</p>
    </form>
  );
}
