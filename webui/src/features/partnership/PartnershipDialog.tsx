/** The partnership form: a proposal to the operator, with an attachment if there is one (CODE-5). */
import { Anchor, Button, FileInput, SegmentedControl, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { CODES } from "@/api/errors";
import { asForm } from "@/api/forms";
import { type InquiryForm, type InquiryKind, useSendInquiryMutation } from "@/api/generated";
import { useSignedInMe } from "@/app/hooks";
import { useSiteSettings } from "@/app/settings";
import { Dialog } from "@/components/kit/Dialog";
import { asApiError } from "@/components/kit/error-text";
import { useFirstFocus } from "@/components/kit/focus";
import { FormError, useFieldErrors } from "@/components/kit/forms";
import { IconCircleCheck } from "@/components/kit/icons";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./partnership.module.css";

const TAKEN = ".pdf,.png,.jpg,.jpeg,.webp";
const LONGEST_LINE = 200;
const MEGABYTE = 1024 * 1024;
const FIELDS = ["title", "content", "contact", "file"] as const;
const FIELD_OF_CODE: Readonly<Record<number, (typeof FIELDS)[number]>> = {
  [CODES.FILE_TOO_LARGE]: "file",
  [CODES.TEXT_TOO_LONG]: "content",
};

export function PartnershipDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("partnership");
  const [kind, setKind] = useState<InquiryKind>("partnership");
  const [answeredAt, setAnsweredAt] = useState<string | null>(null);
  return (
    <Dialog opened onClose={onClose} title={t("title")} size="lg">
      {answeredAt === null ? (
        <div className={classes.stack}>
          <SegmentedControl
            fullWidth
            aria-label={t("kind.name")}
            value={kind}
            onChange={(next) => setKind(next === "general" ? "general" : "partnership")}
            data={(["partnership", "general"] as const).map((value) => ({
              value,
              label: t(`kind.${value}`),
            }))}
          />
          {kind === "general" && <GeneralQuestion />}
          {/* Hidden, not taken away: what was typed is still there. */}
          <div hidden={kind === "general"}>
            <ProposalForm onSent={setAnsweredAt} />
          </div>
        </div>
      ) : (
        <Sent contact={answeredAt} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** What the form is not for, and where such a question is answered (code 50000). */
function GeneralQuestion() {
  const { t } = useTranslation("partnership");
  const { data: site } = useSiteSettings();
  return (
    <p>
      {t("general.text")}{" "}
      {site?.support_url && (
        <Anchor href={site.support_url} rel="noreferrer">
          {t("general.support")}
        </Anchor>
      )}
    </p>
  );
}

function ProposalForm({ onSent }: { onSent: (contact: string) => void }) {
  const { t } = useTranslation("partnership");
  const { count } = useFormat();
  const { data: site } = useSiteSettings();
  const { info } = useSignedInMe();
  const [send, { isLoading, error }] = useSendInquiryMutation();
  const refusal = asApiError(error);
  const refused = useRefusedFields(refusal);
  const mostChars = site?.copy.inquiry_max_chars ?? Number.POSITIVE_INFINITY;
  const mostBytes = site?.copy.inquiry_max_bytes ?? Number.POSITIVE_INFINITY;
  const size = count(Math.floor(mostBytes / MEGABYTE));
  const form = useForm({
    initialValues: { title: "", content: "", contact: info.user_id, file: null as File | null },
    validate: {
      title: (title) => line(title),
      contact: (contact) => line(contact),
      content: (content) =>
        required(content) ??
        ([...content].length > mostChars ? t("tooLong", { most: count(mostChars) }) : null),
      file: (file) => (file && file.size > mostBytes ? t("file.tooLarge", { size }) : null),
    },
  });

  function required(text: string): string | null {
    return text.trim() ? null : t("missing");
  }

  function line(text: string): string | null {
    return (
      required(text) ??
      ([...text].length > LONGEST_LINE ? t("tooLong", { most: count(LONGEST_LINE) }) : null)
    );
  }

  async function submit(values: typeof form.values) {
    const { data } = await send(asForm<InquiryForm>({ kind: "partnership", ...values }));
    if (data) onSent(values.contact.trim());
  }

  const said = (field: (typeof FIELDS)[number]) => form.errors[field] ?? refused[field];
  return (
    <form className={classes.stack} onSubmit={form.onSubmit(submit)} noValidate>
      <p className={classes.lead}>{t("lead")}</p>
      <TextInput
        label={t("subject")}
        data-autofocus
        {...form.getInputProps("title")}
        error={said("title")}
      />
      <Textarea
        label={t("content.label")}
        description={t("content.hint", {
          used: count([...form.values.content].length),
          most: site ? count(mostChars) : "",
        })}
        autosize
        minRows={5}
        maxRows={12}
        {...form.getInputProps("content")}
        error={said("content")}
      />
      <TextInput
        label={t("contact.label")}
        description={t("contact.hint")}
        {...form.getInputProps("contact")}
        error={said("contact")}
      />
      <FileInput
        label={t("file.label")}
        description={site ? t("file.hint", { size }) : undefined}
        placeholder={t("file.choose")}
        accept={TAKEN}
        clearable
        clearButtonProps={{ "aria-label": t("file.remove") }}
        {...form.getInputProps("file")}
        error={said("file")}
      />
      <FormError
        error={Object.keys(refused).some((field) => isOurs(field)) ? undefined : refusal}
      />
      <Button type="submit" loading={isLoading}>
        {t("send")}
      </Button>
    </form>
  );
}

const isOurs = (field: string): boolean => FIELDS.some((known) => known === field);

/** The server's refusal under the field it is about, where its code or its fields say which one that is. */
function useRefusedFields(error: ReturnType<typeof asApiError>): Record<string, string> {
  const { t } = useTranslation("partnership");
  const fields = useFieldErrors(error);
  if (error?.kind !== "refused") return {};
  const field = FIELD_OF_CODE[error.code];
  if (field) return { ...fields, [field]: error.message };
  return error.fields.file === "file_type" ? { ...fields, file: t("file.type") } : fields;
}

function Sent({ contact, onClose }: { contact: string; onClose: () => void }) {
  const close = useFirstFocus<HTMLButtonElement>();
  const { t } = useTranslation("partnership");
  const { t: c } = useTranslation();
  return (
    <div className={classes.sent} role="status">
      <IconCircleCheck size={40} aria-hidden="true" />
      <h3>{t("sent.title")}</h3>
      <p>{t("sent.text", { contact })}</p>
      <Button onClick={onClose} ref={close}>
        {c("close")}
      </Button>
    </div>
  );
}
