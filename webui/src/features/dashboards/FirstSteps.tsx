/** What stands in place of figures until the first channel is approved: a check list that keeps itself. */
import { Button } from "@mantine/core";
import { Link } from "react-router";
import { type ChannelView, useListChannelsQuery } from "@/api/generated";
import { type SiteSettingsView, useMeQuery } from "@/api/generated-base";
import { FIRST_STEPS_POLL_MS } from "@/app/constants";
import { useSignedInMe } from "@/app/hooks";
import { addresses } from "@/app/paths";
import { useSiteSettings } from "@/app/settings";
import { monthOf, payDates } from "@/components/domain/payout";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { IconAlertTriangle, IconCheck, IconCircleDashed, IconClock } from "@/components/kit/icons";
import { Page } from "@/components/kit/Page";
import { RowSkeletons } from "@/components/kit/skeletons";
import { ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { PayoutDates } from "./PayoutDates";
import { ALL, furthest, mainStep, type Step, type StepState, stepsLeft, stepsOf } from "./steps";
import classes from "./steps.module.css";

const LIVE = { pollingInterval: FIRST_STEPS_POLL_MS, refetchOnMountOrArgChange: true } as const;

export function FirstSteps() {
  const { t } = useTranslation("dashboards");
  const me = useSignedInMe();
  useMeQuery(undefined, LIVE);
  const { data, error, refetch } = useListChannelsQuery(ALL, LIVE);
  const channel = furthest(data?.items ?? []);
  const steps = stepsOf(me, channel);
  return (
    <Page
      title={data ? t("steps.title", { count: stepsLeft(steps) }) : t("steps.name")}
      lead={t("steps.lead")}
      width="narrow"
    >
      <Card flush>
        {error && !data && <ErrorState error={asApiError(error)} onRetry={refetch} />}
        {!data && !error && <RowSkeletons count={5} />}
        {data && (
          <ol
            className={classes.steps}
            data-tour="steps"
            aria-label={t("steps.name")}
            aria-live="polite"
          >
            {steps.map((step) => (
              <StepRow
                key={step.name}
                step={step}
                channel={channel}
                main={step.name === mainStep(steps)}
              />
            ))}
          </ol>
        )}
      </Card>
      {/* How high the steps are is known first: nothing moves once they are there. */}
      <div hidden={!data && !error}>
        <PayoutDates />
      </div>
    </Page>
  );
}

interface RowProps {
  step: Step;
  channel: ChannelView | null;
  /** The one act of the page. */
  main: boolean;
}

function StepRow({ step, channel, main }: RowProps) {
  const { t } = useTranslation("dashboards");
  const about = useStepText(step, channel);
  const act = actOf(step, channel);
  return (
    <li data-state={step.state} aria-current={step.state === "now" ? "step" : undefined}>
      <StepMark state={step.state} />
      <span className={classes.words}>
        <b>
          {t(`steps.${step.name}.${step.state === "done" ? "title" : "todo"}`)}
          <span className="unseen">, {t(`steps.state.${step.state}`)}</span>
        </b>
        <span>{about}</span>
      </span>
      {act && (
        <Button component={Link} to={act.to} variant={main ? "filled" : "default"} size="sm">
          {t(act.label)}
        </Button>
      )}
    </li>
  );
}

function StepMark({ state }: { state: StepState }) {
  const props = { size: 20, "aria-hidden": true } as const;
  switch (state) {
    case "done":
      return <IconCheck {...props} />;
    case "now":
      return <IconClock {...props} />;
    case "stopped":
      return <IconAlertTriangle {...props} />;
    case "open":
      return <IconCircleDashed {...props} />;
  }
}

interface Act {
  to: string;
  label: "steps.channel.act" | "steps.code.act" | "steps.approved.act" | "steps.payment.act";
}

/** Where a step is done; steps that others do, or that are done, open nothing. */
function actOf({ name, state }: Step, channel: ChannelView | null): Act | null {
  if (name === "channel" && state === "now") {
    return { to: `${addresses.channels}?addChannel=1`, label: "steps.channel.act" };
  }
  if (name === "code" && state === "now" && channel) {
    const flag = new URLSearchParams({ addWithCodeChannel: channel.id });
    return { to: `${addresses.channels}?${flag}`, label: "steps.code.act" };
  }
  if (name === "approved" && state === "stopped") {
    return { to: addresses.channels, label: "steps.approved.act" };
  }
  if (name === "payment" && state === "open") {
    return { to: addresses.paymentInfoRegister, label: "steps.payment.act" };
  }
  return null;
}

function useStepText({ name, state }: Step, channel: ChannelView | null): string {
  const { t } = useTranslation("dashboards");
  const { compact, count, dayShort } = useFormat();
  const me = useSignedInMe();
  const { data: site } = useSiteSettings();
  switch (name) {
    case "email":
      return me.info.user_id;
    case "channel":
      return channel
        ? t("steps.channel.done", { name: channel.name, views: compact(channel.total_views) })
        : t("steps.channel.text");
    case "code": {
      if (state === "done") return t("steps.code.done");
      return channel?.verification.state === "verifying"
        ? t("steps.code.verifying")
        : t("steps.code.text");
    }
    case "approved":
      return approvalText(channel, site, t, count);
    case "payment":
      if (me.withdrawal) return t(`method.${me.withdrawal.method}`);
      return site
        ? t("steps.payment.text", { date: dayShort(firstRequestDay(site)) })
        : t("steps.payment.plain");
  }
}

function firstRequestDay(site: SiteSettingsView): string {
  return payDates(monthOf(site.today), site).request_from;
}

function approvalText(
  channel: ChannelView | null,
  site: SiteSettingsView | undefined,
  t: ReturnType<typeof useTranslation<"dashboards">>["t"],
  count: (value: number) => string,
): string {
  const [fastest = 1, slowest = 2] = site?.channels.review_days ?? [];
  switch (channel?.status) {
    case "denied-pending":
      return t("steps.approved.held", { views: count(site?.channels.hold_max_views ?? 0) });
    case "denied":
      return t("steps.approved.denied");
    case "pending":
      return t("steps.approved.now", { fastest, slowest });
    default:
      return t("steps.approved.text", { fastest, slowest });
  }
}
