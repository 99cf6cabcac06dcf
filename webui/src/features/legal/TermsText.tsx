/** One of the four legal texts, as the operator wrote it (CONTENT-1). */

import { useGetTermsQuery } from "@/api/generated-base";
import type { TermsKind } from "@/app/paths";
import { Card } from "@/components/kit/Card";
import { asApiError } from "@/components/kit/error-text";
import { Markdown } from "@/components/kit/Markdown";
import { Page } from "@/components/kit/Page";
import { CardSkeleton } from "@/components/kit/skeletons";
import { ErrorState } from "@/components/kit/states";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { TermsTabs } from "./TermsTabs";

/** The version's line keeps its place, so that nothing below it moves. */
const NO_LINE = "\u00a0";

export function TermsText({ kind }: { kind: TermsKind }) {
  const { t } = useTranslation("legal");
  const { date } = useFormat();
  const { currentData: data, error, refetch } = useGetTermsQuery(kind);
  return (
    <Page
      title={data?.title ?? t(`kinds.${kind}`)}
      lead={data ? t("version", { version: data.version, date: date(data.updated_on) }) : NO_LINE}
      width="narrow"
    >
      <TermsTabs kind={kind} />
      {error && <ErrorState error={asApiError(error)} onRetry={refetch} />}
      {!data && !error && <CardSkeleton lines={6} />}
      {data && (
        <Card>
          <Markdown>{data.body}</Markdown>
        </Card>
      )}
    </Page>
  );
}
