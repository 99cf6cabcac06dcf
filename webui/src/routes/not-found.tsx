import { useLocation } from "react-router";
import { useTranslation } from "@/i18n/react";
import { Message } from "@/layouts/Message";

export default function NotFoundRoute() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return <Message code="404" title={t("errors.notFound")} text={pathname} />;
}
