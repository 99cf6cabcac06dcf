/** A dialog of the kit with its words, giving the focus back to what opened it, however it closes. */
import { Modal } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "@/i18n/react";

interface Props {
  opened: boolean;
  onClose: () => void;
  title: string;
  size?: "md" | "lg" | "xl";
  children: ReactNode;
}

/** The kit gives the focus back after its closing animation, which a dialog that is taken away never reaches. */
export function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      window.setTimeout(() => {
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      });
    },
    [opener],
  );
}

export function Dialog({ opened, onClose, title, size = "md", children }: Props) {
  const { t } = useTranslation();
  useFocusReturn();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      closeButtonProps={{ "aria-label": t("close"), size: 40, iconSize: 20, m: -6 }}
    >
      {children}
    </Modal>
  );
}
