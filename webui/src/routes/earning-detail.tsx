import { useLocation, useParams } from "react-router";
import { Gate } from "@/features/dashboards/Gate";
import { EarningDetail } from "@/features/ledger/EarningDetail";
import { isEntryType, isMonthOrDay } from "@/features/ledger/kinds";
import { useTranslation } from "@/i18n/react";
import { Message } from "@/layouts/Message";

export default function EarningDetailRoute() {
  const { type = "", date = "" } = useParams();
  if (!isEntryType(type) || !isMonthOrDay(date)) return <NotFound />;
  return (
    <Gate>
      <EarningDetail key={`${type} ${date}`} type={type} date={date} />
    </Gate>
  );
}

function NotFound() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return <Message framed code="404" title={t("errors.notFound")} text={pathname} />;
}
