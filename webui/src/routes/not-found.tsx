import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { Message } from "@/layouts/Message";

export default function NotFoundRoute() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return <Message code="404" title={t("errors.notFound")} text={pathname} />;
}
