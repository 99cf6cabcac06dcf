/** A question before an act that cannot be taken back: what will happen, then the act by its name. */
import { Button } from "@mantine/core";
import { type FormEvent, type ReactNode, useId } from "react";
import type { ApiError } from "@/api/errors";
import { useTranslation } from "@/i18n/react";
import classes from "./ConfirmDialog.module.css";
import { Dialog } from "./Dialog";
import { FormError } from "./forms";

interface Props {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What will happen, with its numbers, and any field the act needs. */
  children: ReactNode;
  /** The act, as a verb. */
  confirm: string;
  /** The way back by its name, where "Cancel" could be the act. */
  keep?: string;
  onConfirm: () => void;
  danger?: boolean;
  /** Asks on behalf of another dialog, which steps aside for it. */
  first?: boolean;
  loading: boolean;
  error: ApiError | undefined;
}

export function ConfirmDialog(props: Props) {
  const { opened, onClose, title, children, confirm, onConfirm, danger, first, loading, error } =
    props;
  const { t } = useTranslation();
  const id = useId();

  function submit(event: FormEvent) {
    event.preventDefault();
    onConfirm();
  }

  return (
    <Dialog opened={opened} onClose={onClose} title={title} first={first ?? false}>
      <form id={id} className={classes.form} onSubmit={submit} noValidate>
        {children}
        <FormError error={error} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {props.keep ?? t("cancel")}
          </Button>
          <Button type="submit" color={danger ? "red" : "brand"} loading={loading}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
