/** Asks before the session ends; a flag in the URL opens it from anywhere. */

import { useLogoutMutation } from "@/api/generated-base";
import { ConfirmDialog } from "@/components/kit/ConfirmDialog";
import { useFlag } from "@/components/kit/flags";
import { useTranslation } from "@/i18n/react";

export function LogoutDialog() {
  const { t } = useTranslation();
  const { opened, close } = useFlag("logout");
  const [logout, { isLoading }] = useLogoutMutation();
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={t("logoutTitle")}
      confirm={t("logOut")}
      onConfirm={() => void logout()}
      loading={isLoading}
      error={undefined}
    >
      <p>{t("logoutText")}</p>
    </ConfirmDialog>
  );
}
