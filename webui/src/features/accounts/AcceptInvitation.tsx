import { Anchor, Button } from "@mantine/core";
import { Link, useNavigate, useSearchParams } from "react-router";
import { type ApiError, CODES } from "@/api/errors";
import { useAcceptMemberInvitationMutation } from "@/api/generated-base";
import { HOME, paths } from "@/app/paths";
import { asApiError } from "@/components/kit/error-text";
import { useTranslation } from "@/i18n/react";
import { AuthCard } from "./AuthCard";
import { NewPasswordForm } from "./NewPasswordForm";

/** The codes that speak of the link: no password makes it good. */
const OF_LINK: readonly number[] = [CODES.INVALID_ACCESS, CODES.CODE_EXPIRED];

const isSpent = (refusal: ApiError | undefined): boolean =>
  refusal?.kind === "refused" && OF_LINK.includes(refusal.code);

/** Where somebody whom a manager invited sets the first password; it opens the first session (NET-21). */
export function AcceptInvitation() {
  const { t } = useTranslation("accounts");
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const value = params.get("t") ?? "";
  const [accept, { isLoading, error }] = useAcceptMemberInvitationMutation();
  const refused = asApiError(error);

  async function submit(password: string) {
    const { data } = await accept({ t: value, password });
    if (data) void navigate(HOME, { replace: true });
  }

  if (value === "") return <NoWay words="none" />;
  if (isSpent(refused)) return <NoWay words="spent" />;
  return (
    <AuthCard
      title={t("accept.title")}
      lead={t("accept.lead")}
      after={
        <Anchor component={Link} to={paths.login()}>
          {t("recovery.backToLogin")}
        </Anchor>
      }
    >
      <NewPasswordForm
        act={t("accept.act")}
        refused={refused}
        isLoading={isLoading}
        onPassword={submit}
      />
    </AuthCard>
  );
}

/** A link that leads nowhere, and what to do. */
function NoWay({ words }: { words: "none" | "spent" }) {
  const { t } = useTranslation("accounts");
  const { t: c } = useTranslation();
  return (
    <AuthCard title={t(`accept.${words}Title`)} lead={t(`accept.${words}`)}>
      <Button component={Link} to={paths.login()} size="lg">
        {c("logIn")}
      </Button>
    </AuthCard>
  );
}
