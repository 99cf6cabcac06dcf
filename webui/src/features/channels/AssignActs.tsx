/** Handing a channel to a member and taking it back, for those who have members; the dialogs are flags with its id. */
import { Button } from "@mantine/core";
import type { ChannelView } from "@/api/generated";
import { useHasMembers } from "@/components/domain/has-members";
import { useFlag } from "@/components/kit/flags";
import { late } from "@/components/kit/late";
import { useTranslation } from "@/i18n/react";
import classes from "./channels.module.css";

const AssignDialog = late(async () => (await import("./AssignDialog")).AssignDialog);
const UnassignDialog = late(async () => (await import("./UnassignDialog")).UnassignDialog);

export function AssignActs({ channel }: { channel: ChannelView }) {
  const { t } = useTranslation("channels");
  const { open: assign } = useFlag("assign");
  const { open: unassign } = useFlag("unassign");
  if (!useHasMembers()) return null;
  return (
    <span className={classes.handing}>
      {channel.assigned_member && (
        <Button variant="default" size="sm" onClick={() => unassign(channel.id)}>
          {t("unassign.open")}
        </Button>
      )}
      <Button variant="default" size="sm" onClick={() => assign(channel.id)}>
        {t("assign.open")}
      </Button>
    </span>
  );
}

export function AssignDialogs({ channels }: { channels: readonly ChannelView[] }) {
  const assigning = useFlag("assign");
  const taking = useFlag("unassign");
  const named = (value: string | null) => channels.find(({ id }) => id === value);
  const [toAssign, toTake] = [named(assigning.value), named(taking.value)];
  return (
    <>
      {toAssign && <AssignDialog channel={toAssign} onClose={assigning.close} />}
      {toTake?.assigned_member && <UnassignDialog channel={toTake} onClose={taking.close} />}
    </>
  );
}
