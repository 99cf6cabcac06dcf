/** What stands in place of a page that could not be shown (WEB-6). */

import { isRouteErrorResponse, useRouteError } from "react-router";
import { useReloadOnceOnline } from "@/app/connection";
import { SessionUnknown } from "@/app/guards";
import { useTranslation } from "@/i18n/react";
import { Message } from "./Message";

/** In the place of a page inside the frame, which has the main landmark already. */
export const FramedError = () => <RouteError framed />;

export function RouteError({ framed = false }: { framed?: boolean }) {
  const { t } = useTranslation();
  const error = useRouteError();
  const waits = useReloadOnceOnline();
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <Message
        framed={framed}
        code="404"
        title={t("errors.pageTitle404")}
        text={t("errors.pageText404")}
      />
    );
  }
  if (waits) {
    return <Message framed={framed} title={t("offline.page")} text={t("offline.text")} />;
  }
  const text = error instanceof SessionUnknown ? t("errors.unreachable") : t("errors.pageText500");
  return (
    <Message
      framed={framed}
      code="500"
      title={t("errors.pageTitle500")}
      text={text}
      onRetry={() => window.location.reload()}
    />
  );
}
