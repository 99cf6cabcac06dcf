/** What stands in place of a page that could not be shown (WEB-6). */

import { isRouteErrorResponse, useRouteError } from "react-router";
import { isUnfetched } from "@/app/fresh-builds";
import { SessionUnknown } from "@/app/guards";
import { useTranslation } from "@/i18n/react";
import { Message } from "./Message";
import { useReopening } from "./reopen";

/** In the place of a page inside the frame, which has the main landmark already. */
export const FramedError = () => <RouteError framed />;

export function RouteError({ framed = false }: { framed?: boolean }) {
  const { t } = useTranslation();
  const error = useRouteError();
  const unfetched = error instanceof SessionUnknown || isUnfetched(error);
  const waits = useReopening(unfetched);
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
  const retry = () => window.location.reload();
  if (unfetched) {
    return (
      <Message
        framed={framed}
        title={t("offline.page")}
        text={t("errors.unreachable")}
        onRetry={retry}
      />
    );
  }
  return (
    <Message
      framed={framed}
      code="500"
      title={t("errors.pageTitle500")}
      text={t("errors.pageText500")}
      onRetry={retry}
    />
  );
}
