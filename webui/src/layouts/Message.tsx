/** A page that is one message: what happened, and the way on. It needs nothing that could fail with it. */
import type { ReactNode } from "react";
import { Link } from "react-router";
import { addresses } from "@/app/paths";
import { Mark } from "@/components/domain/Logo";
import { useTranslation } from "@/i18n/react";
import classes from "./Message.module.css";

interface Props {
  /** None where nothing is wrong with the page. */
  code?: string;
  title: string;
  text: ReactNode;
  onRetry?: () => void;
  /** Stands inside a frame, which has the main landmark already. */
  framed?: boolean;
}

export function Message({ code, title, text, onRetry, framed = false }: Props) {
  const { t } = useTranslation();
  const Body = framed ? "div" : "main";
  return (
    <Body className={classes.message}>
      <title>{`${title} · Backbeat`}</title>
      <Mark size={56} />
      {code && <p className={classes.code}>{code}</p>}
      <h1>{title}</h1>
      <p>{text}</p>
      <p className={classes.ways}>
        {onRetry && (
          <button type="button" className={classes.primary} onClick={onRetry}>
            {t("retry")}
          </button>
        )}
        <Link className={onRetry ? classes.quiet : classes.primary} to={addresses.landing}>
          {t("toStart")}
        </Link>
      </p>
    </Body>
  );
}
