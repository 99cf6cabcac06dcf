/** The code to place, and a live view of the search for it. Closing it stops nothing (VERIFY-3). */
import { Button, Loader } from "@mantine/core";
import { useEffect } from "react";
import { api } from "@/api";
import {
  type ChannelView,
  type Outcome,
  useGetChannelVerificationQuery,
  useVerifyChannelMutation,
} from "@/api/generated";
import { VERIFY_POLL_MS } from "@/app/constants";
import { useAppDispatch } from "@/app/hooks";
import { CopyButton } from "@/components/kit/CopyButton";
import { useCountdown } from "@/components/kit/countdown";
import { Dialog } from "@/components/kit/Dialog";
import { asApiError } from "@/components/kit/error-text";
import { FormError } from "@/components/kit/forms";
import { IconAlertTriangle, IconArrowUpRight, IconCircleCheck } from "@/components/kit/icons";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { PLATFORMS, type PlatformName } from "@/platforms";
import classes from "./channels.module.css";

interface Props {
  channel: ChannelView;
  onClose: () => void;
}

export function VerifyDialog({ channel, onClose }: Props) {
  const { t } = useTranslation("channels");
  const { t: c } = useTranslation();
  const [verify, { data: pressed, isLoading, error }] = useVerifyChannelMutation();
  const isRunning = channel.verification.state === "verifying" || pressed?.outcome === "wait";
  const { data: seen } = useGetChannelVerificationQuery(channel.id, {
    skip: !isRunning,
    pollingInterval: VERIFY_POLL_MS,
    refetchOnMountOrArgChange: true,
  });
  const now = (isRunning ? seen : undefined) ?? pressed;
  const outcome: Outcome | null = now?.outcome ?? null;
  const code = channel.verification.code;
  const { proof } = PLATFORMS[channel.platform];
  useRefreshOn(outcome);

  return (
    <Dialog opened onClose={onClose} title={t("verify.title")}>
      <div className={classes.stack}>
        {outcome !== "success" && code && proof && (
          <>
            <ol className={classes.steps}>
              <li>{t("verify.step1")}</li>
              <li>{t(`proof.${proof.words}.step2`, { name: channel.name })}</li>
              <li>{t("verify.step3")}</li>
            </ol>
            <div className={classes.code}>
              <span>{t(`proof.${proof.words}.place`)}</span>
              <b className="num">{code}</b>
              <CopyButton value={code} label={t("verify.copy")} />
            </div>
            <Button
              component="a"
              href={proof.editUrl(channel.link)}
              target="_blank"
              rel="noreferrer"
              variant="default"
              leftSection={<IconArrowUpRight size={18} />}
            >
              {t(`proof.${proof.words}.edit`)}
            </Button>
          </>
        )}
        <LiveState
          outcome={outcome}
          platform={channel.platform}
          expiresAt={now?.channel.verification.expires_at ?? null}
        />
        <FormError error={asApiError(error)} />
        {outcome === "success" ? (
          <Button onClick={onClose}>{c("close")}</Button>
        ) : (
          <Button
            loading={isLoading}
            disabled={outcome === "wait"}
            onClick={() => void verify({ id: channel.id })}
          >
            {t(outcome === "failure" ? "verify.again" : "verify.check")}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

interface Live {
  outcome: Outcome | null;
  platform: PlatformName;
  expiresAt: string | null;
}

function LiveState({ outcome, platform, expiresAt }: Live) {
  const { t } = useTranslation("channels");
  const { proof } = PLATFORMS[platform];
  return (
    <div aria-live="polite">
      {outcome && (
        <div className={classes.live} data-tone={outcome}>
          {outcome === "wait" && <Loader size={18} color="currentColor" />}
          {outcome === "failure" && <IconAlertTriangle size={18} aria-hidden="true" />}
          {outcome === "success" && <IconCircleCheck size={18} aria-hidden="true" />}
          <span>
            {outcome === "wait" && <Waiting expiresAt={expiresAt} />}
            {outcome === "failure" && proof && t(`proof.${proof.words}.failure`)}
            {outcome === "success" && t("verify.success")}
          </span>
        </div>
      )}
    </div>
  );
}

/** The countdown is for eyes; a reader of the live region hears the sentence once. */
function Waiting({ expiresAt }: { expiresAt: string | null }) {
  const { t } = useTranslation("channels");
  const { duration } = useFormat();
  const [left, start] = useCountdown();
  useEffect(() => {
    if (expiresAt) start(Math.max(0, Math.ceil((Date.parse(expiresAt) - Date.now()) / 1_000)));
  }, [expiresAt, start]);
  return (
    <>
      {t("verify.wait")}{" "}
      {left > 0 && (
        <span className="num" aria-hidden="true">
          {t("verify.left", { time: duration(left) })}
        </span>
      )}
    </>
  );
}

/** When the search ends, the list behind the dialog is stale. */
function useRefreshOn(outcome: Outcome | null) {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (outcome === "success" || outcome === "failure") {
      dispatch(api.util.invalidateTags(["Channels", "Me"]));
    }
  }, [dispatch, outcome]);
}
