/** What stands where a list has nothing, or could not be had. */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { ApiError } from "@/api/errors";
import { useTranslation } from "@/i18n/react";
import { Card } from "./Card";
import { useErrorText } from "./error-text";
import classes from "./states.module.css";

interface EmptyProps {
  icon: ReactNode;
  /** What this is and that there is none. */
  title: string;
  /** Why it is empty. */
  children?: ReactNode;
  /** The one next step. */
  action?: ReactNode;
}

export function EmptyState({ icon, title, children, action }: EmptyProps) {
  return (
    <div className={classes.state}>
      <span className={classes.icon}>{icon}</span>
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}

interface ErrorProps {
  error: ApiError | undefined;
  onRetry: () => void;
}

export function ErrorState({ error, onRetry }: ErrorProps) {
  const { t } = useTranslation();
  const text = useErrorText();
  return (
    <div className={classes.state} role="alert">
      <h2>{t("errors.loadTitle")}</h2>
      <p>{text(error) || t("errors.generic")}</p>
      <Button variant="default" onClick={onRetry}>
        {t("retry")}
      </Button>
    </div>
  );
}

/** The same where no card is around it. */
export function ErrorCard(props: ErrorProps) {
  return (
    <Card>
      <ErrorState {...props} />
    </Card>
  );
}
