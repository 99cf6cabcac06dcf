import { useLocation, useParams } from "react-router";
import { GuidePage } from "@/features/guides/GuidePage";
import { guideAt } from "@/features/guides/guides";
import { useTranslation } from "@/i18n/react";
import { Message } from "@/layouts/Message";

export default function GuideRoute() {
  const guide = guideAt(useParams()["*"] ?? "");
  return guide ? <GuidePage key={guide.at} guide={guide} /> : <NotFound />;
}

function NotFound() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return <Message framed code="404" title={t("errors.notFound")} text={pathname} />;
}
