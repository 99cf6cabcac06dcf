import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import {
  type ChannelView,
  type MemberView,
  useAssignChannelMutation,
  useListMembersQuery,
} from "@/api/generated";

import { useSignedInMe } from "@/app/hooks";
import { addresses } from "@/app/paths";
import { MemberSelect } from "@/components/domain/MemberSelect";
import { Dialog } from "@/components/kit/Dialog";
import { asApiError } from "@/components/kit/error-text";
import { FormError } from "@/components/kit/forms";
import { snack } from "@/components/kit/snack";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./channels.module.css";

interface Props {
  channel: ChannelView;
  onClose: () => void;
}

/** Hands a channel to an account below its owner, from today on; one that somebody holds moves (CHAN-18). */
export function AssignDialog({ channel, onClose }: Props) {
  const { t } = useTranslation("channels");
  const { rate } = useFormat();
  const isOwn = channel.owner.name === useSignedInMe().info.name;
  const below = isOwn ? undefined : channel.owner.id;
  const { data } = useListMembersQuery({ page: 0, ...(below && { target: below }) });
  const [assign, { isLoading, error }] = useAssignChannelMutation();
  const [member, setMember] = useState<MemberView>();
  const [asked, setAsked] = useState(false);
  const { name, assigned_member: holder } = channel;

  async function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (!member) return;
    const answer = await assign({ id: channel.id, target: member.id });
    if (!answer.data) return;
    snack.success(t("assign.done", { name, member: member.name }));
    onClose();
  }

  return (
    <Dialog opened onClose={onClose} title={t("assign.title", { name })}>
      {data?.total === 0 ? (
        <div className={classes.stack}>
          <p className={classes.text}>{t("assign.nobody")}</p>
          <Button component={Link} to={addresses.members}>
            {t("assign.add")}
          </Button>
        </div>
      ) : (
        <form className={classes.stack} onSubmit={submit} noValidate>
          {holder && <p className={classes.text}>{t("assign.moves", { member: holder.name })}</p>}
          <MemberSelect
            label={t("assign.to")}
            placeholder={t("assign.find")}
            none={t("assign.none")}
            value={member?.id ?? null}
            onChange={(_, chosen) => setMember(chosen)}
            below={below}
            without={holder?.id}
            error={asked && !member ? t("assign.missing") : undefined}
          />
          {member && isOwn && (
            <p className={classes.text} aria-live="polite">
              {t("assign.note", { member: member.name, rate: rate(member.fee_rate) })}
            </p>
          )}
          <FormError error={asApiError(error)} />
          <Button type="submit" loading={isLoading}>
            {t("assign.submit")}
          </Button>
        </form>
      )}
    </Dialog>
  );
}
