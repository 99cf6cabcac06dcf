/** Members as CSV: taken along, or looked through and taken over whole (NET-14). */
import { Button, FileInput } from "@mantine/core";
import { type MouseEvent, useState } from "react";
import { asForm } from "@/api/forms";
import { type MembersTakenView, useImportMembersMutation } from "@/api/generated";
import { Dialog } from "@/components/kit/Dialog";
import { DownloadButton } from "@/components/kit/DownloadButton";
import { asApiError } from "@/components/kit/error-text";
import { FormError } from "@/components/kit/forms";
import { snack } from "@/components/kit/snack";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./members.module.css";

/** So many lines are told; the rest is counted. */
const SHOWN = 50;
const COLUMNS = ["user_id", "nickname", "fee_rate", "permission_flag"] as const;
const isColumn = (name: string | null): name is (typeof COLUMNS)[number] =>
  COLUMNS.some((known) => known === name);

/** A file that was put right has its old name: without this, choosing it again would be no change. */
function forgetChoice({ currentTarget }: MouseEvent<HTMLInputElement>) {
  currentTarget.value = "";
}

export function MembersFileDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("members");
  const { count } = useFormat();
  const [file, setFile] = useState<File | null>(null);
  const [look, looked] = useImportMembersMutation();
  const [take, taking] = useImportMembersMutation();
  const seen = taking.data ?? looked.data;
  const isReady = seen !== undefined && seen.faults.length === 0;
  const acts = isReady ? seen.invited + seen.changed : 0;

  function choose(chosen: File | null) {
    setFile(chosen);
    looked.reset();
    taking.reset();
    if (chosen) void look(asForm({ file: chosen as never, preview: true }));
  }

  async function submit() {
    if (!file) return;
    const { data } = await take(asForm({ file: file as never }));
    if (!data?.kept) return;
    const numbers = { invited: count(data.invited), changed: count(data.changed) };
    snack.success(t("file.done", numbers));
    onClose();
  }

  return (
    <Dialog opened onClose={onClose} title={t("file.title")} size="lg">
      <div className={classes.form}>
        <p>{t("file.lead")}</p>
        <DownloadButton path="member/mcn/accounts.download" name="members.csv" variant="default">
          {t("file.download")}
        </DownloadButton>
        <FileInput
          label={t("file.choose")}
          description={t("file.hint")}
          placeholder={t("file.pick")}
          accept=".csv,text/csv"
          clearable
          clearButtonProps={{ "aria-label": t("file.remove") }}
          fileInputProps={{ onClick: forgetChoice }}
          value={file}
          onChange={choose}
        />
        <FormError error={asApiError(looked.error ?? taking.error)} />
        {seen && <Seen taken={seen} />}
        <Button
          loading={looked.isLoading || taking.isLoading}
          disabled={acts === 0}
          onClick={() => void submit()}
        >
          {t("file.submit")}
        </Button>
      </div>
    </Dialog>
  );
}

/** What the file does, or what is wrong in it, line by line. */
function Seen({ taken }: { taken: MembersTakenView }) {
  const { t } = useTranslation("members");
  const { count } = useFormat();
  const nameOf = (column: string | null) => (isColumn(column) ? t(`file.column.${column}`) : "");
  const isWrong = taken.faults.length > 0;
  const numbers = {
    invited: count(taken.invited),
    changed: count(taken.changed),
    unchanged: count(taken.unchanged),
  };
  const lines = isWrong
    ? taken.faults.map(({ line, column, message }) => ({
        line,
        text: [nameOf(column), message].filter(Boolean).join(": "),
      }))
    : taken.lines
        .filter(({ act }) => act !== "nothing")
        .map(({ line, act, nickname, changes }) => ({
          line,
          text:
            act === "invite"
              ? t("file.invite", { name: nickname })
              : t("file.change", { name: nickname, what: changes.map(nameOf).join(", ") }),
        }));
  const rest = lines.length - SHOWN;
  return (
    <section className={classes.seen} aria-live="polite">
      <p data-wrong={isWrong || undefined}>
        {isWrong ? t("file.faults", { count: taken.faults.length }) : t("file.summary", numbers)}
      </p>
      {lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and by keyboard too.
        <ul tabIndex={0} aria-label={t("file.title")}>
          {lines.slice(0, SHOWN).map(({ line, text }) => (
            <li key={`${line} ${text}`}>
              <b className="num">{t("file.line", { line: count(line) })}</b> {text}
            </li>
          ))}
          {rest > 0 && <li>{t("file.more", { count: rest })}</li>}
        </ul>
      )}
      {!isWrong && lines.length === 0 && <p>{t("file.nothing")}</p>}
    </section>
  );
}
