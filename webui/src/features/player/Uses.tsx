/** What one does with the track: how it is used in a short, and what the reader's own shorts made with it. */
import { Link } from "react-router";
import { useListEarnedQuery } from "@/api/generated";
import { paths } from "@/app/paths";
import { useSiteSettings } from "@/app/settings";
import { Money } from "@/components/domain/Money";
import { IconChevronRight } from "@/components/kit/icons";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./sheet.module.css";

export function Uses({ code }: { code: string }) {
  return (
    <div className={classes.uses}>
      <HowToUse code={code} />
      <Made code={code} />
    </div>
  );
}

function HowToUse({ code }: { code: string }) {
  const { t } = useTranslation("player");
  const numbers = useSiteSettings().data?.copy;
  return (
    <Link to={paths.track(code)} className={classes.use}>
      <span>
        <b>{t("use.title")}</b>
        {numbers && (
          <small className="num">
            {t("use.how", {
              volume: numbers.mobile_volume_percent,
              seconds: numbers.recommended_seconds,
            })}
          </small>
        )}
      </span>
      <IconChevronRight size={20} aria-hidden="true" />
    </Link>
  );
}

function Made({ code }: { code: string }) {
  const { t } = useTranslation("player");
  const { monthName } = useFormat();
  const { currentData } = useListEarnedQuery({ isrcs: code, size: 1 });
  const line = currentData?.items[0];
  if (!currentData || !line || line.videos === 0) return null;
  const month = monthName(currentData.month);
  return (
    <Link to={paths.track(code)} className={classes.use}>
      <span>
        <b>{t("use.yours", { count: line.videos })}</b>
        <small>{line.estimated ? t("use.estimated", { month }) : month}</small>
      </span>
      <Money
        amount={line.revenue}
        currency={currentData.currency}
        estimated={line.estimated}
        mine
      />
      <IconChevronRight size={20} aria-hidden="true" />
    </Link>
  );
}
