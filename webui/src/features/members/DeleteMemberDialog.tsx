import { useState } from "react";
import { CODES } from "@/api/errors";
import { type MemberView, useDeleteMemberMutation } from "@/api/generated";
import { ConfirmDialog } from "@/components/kit/ConfirmDialog";
import { asApiError } from "@/components/kit/error-text";
import { PasswordField } from "@/components/kit/PasswordField";
import { snack } from "@/components/kit/snack";
import { useTranslation } from "@/i18n/react";
import classes from "./members.module.css";

interface Props {
  member: MemberView;
  onClose: () => void;
}

/** Deletes a member after the manager's own password: its channels come back, its money stays its own (NET-8). */
export function DeleteMemberDialog({ member, onClose }: Props) {
  const { t } = useTranslation("members");
  const { t: c } = useTranslation();
  const [password, setPassword] = useState("");
  const [asked, setAsked] = useState(false);
  const [remove, { isLoading, error }] = useDeleteMemberMutation();
  const refused = asApiError(error);
  const wrong = refused?.kind === "refused" && refused.code === CODES.PASSWORD_WRONG;
  const { name, members } = member;

  async function confirm() {
    setAsked(true);
    if (password === "") return;
    const { data } = await remove({ target: member.id, password });
    if (!data) return;
    snack.info(t("delete.done", { name, count: data.released_channels }));
    onClose();
  }

  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("delete.title", { name })}
      confirm={t("acts.delete")}
      onConfirm={() => void confirm()}
      danger
      loading={isLoading}
      error={wrong ? undefined : refused}
    >
      {members > 0 && (
        <p className={classes.warning}>{t("delete.hasMembers", { name, count: members })}</p>
      )}
      <ul className={classes.facts}>
        <li>{t("delete.login", { name })}</li>
        <li>{t("delete.channels", { name, count: member.channels })}</li>
        <li>{t("delete.money", { name })}</li>
      </ul>
      <PasswordField
        label={t("delete.password")}
        autoComplete="current-password"
        value={password}
        onChange={({ currentTarget: { value } }) => setPassword(value)}
        error={
          (asked && password === "" && c("field.missing")) || (wrong ? refused.message : undefined)
        }
        data-autofocus
      />
    </ConfirmDialog>
  );
}
