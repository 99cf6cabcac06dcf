/** What a manager can do with a member. */
import { ActionIcon, Menu } from "@mantine/core";
import { type MemberView, useInviteMemberAgainMutation } from "@/api/generated";
import { asApiError, useErrorText } from "@/components/kit/error-text";
import { useFlag } from "@/components/kit/flags";
import { IconDots } from "@/components/kit/icons";
import { snack } from "@/components/kit/snack";
import { useTranslation } from "@/i18n/react";
import classes from "./members.module.css";

export function MemberActs({ member }: { member: MemberView }) {
  const { t } = useTranslation("members");
  const { open: rate } = useFlag("memberRate");
  const { open: password } = useFlag("password");
  const { open: profile } = useFlag("memberProfile");
  const { open: remove } = useFlag("delete");
  const [invite] = useInviteMemberAgainMutation();
  const textOf = useErrorText();

  async function again() {
    const { error } = await invite({ target: member.id });
    const refused = asApiError(error);
    if (refused) snack.error(textOf(refused));
    else snack.success(t("invite.sent", { email: member.user_id }));
  }

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t("acts.name", { name: member.name })}
        >
          <IconDots size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {member.invited && <Menu.Item onClick={again}>{t("invite.again")}</Menu.Item>}
        <Menu.Item onClick={() => rate(member.id)}>{t("acts.rate")}</Menu.Item>
        <Menu.Item onClick={() => profile(member.id)}>{t("acts.profile")}</Menu.Item>
        <Menu.Item onClick={() => password(member.id)}>{t("acts.password")}</Menu.Item>
        <Menu.Divider />
        <Menu.Item className={classes.danger} onClick={() => remove(member.id)}>
          {t("acts.delete")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
