import { Button, Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import {
  type Category,
  useAddChannelMutation,
  useListChannelCategoriesQuery,
} from "@/api/generated";
import { Dialog } from "@/components/kit/Dialog";
import { asApiError } from "@/components/kit/error-text";
import { FormError, useFieldErrors } from "@/components/kit/forms";
import { useTranslation } from "@/i18n/react";
import { PLATFORMS } from "@/platforms";
import classes from "./channels.module.css";

const EXAMPLE = Object.values(PLATFORMS).find(({ exampleLink }) => exampleLink)?.exampleLink ?? "";

interface Props {
  onClose: () => void;
  /** The new channel's id: its code is to be placed next. */
  onAdded: (id: string) => void;
}

export function AddChannelDialog({ onClose, onAdded }: Props) {
  const { t } = useTranslation("channels");
  const { data: categories } = useListChannelCategoriesQuery();
  const [add, { isLoading, error }] = useAddChannelMutation();
  const refused = useFieldErrors(asApiError(error));
  const form = useForm({
    initialValues: { link: "", category: null as Category | null },
    validate: {
      link: (link) => (link.trim() ? null : t("add.linkMissing")),
      category: (category) => (category ? null : t("add.categoryMissing")),
    },
  });

  async function submit({ link, category }: typeof form.values) {
    if (!category) return;
    const { data } = await add({ link: link.trim(), category });
    if (data) onAdded(data.id);
  }

  return (
    <Dialog opened onClose={onClose} title={t("add.title")}>
      <form className={classes.stack} onSubmit={form.onSubmit(submit)} noValidate>
        <TextInput
          label={t("add.link")}
          description={t("add.linkHint")}
          placeholder={EXAMPLE}
          inputMode="url"
          autoCapitalize="none"
          data-autofocus
          {...form.getInputProps("link")}
          error={form.errors.link ?? refused.link}
        />
        <Select
          label={t("add.category")}
          placeholder={t("add.categoryHint")}
          data={(categories?.items ?? []).map(({ code, label }) => ({ value: code, label }))}
          searchable
          nothingFoundMessage={t("add.nothingFound")}
          {...form.getInputProps("category")}
        />
        <FormError error={asApiError(error)} shownBelow={["link", "category"]} />
        <Button type="submit" loading={isLoading}>
          {t("add.submit")}
        </Button>
      </form>
    </Dialog>
  );
}
