/**
 * A dialog of the kit with its words, giving the focus back to what opened it, however it closes.
 * On a phone it is a sheet at the bottom, where the thumb is, and can be pulled down. There is one at
 * a time: what lies below steps aside while another asks.
 */
import { Modal } from "@mantine/core";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { stepUp } from "@/api/step-up";
import { useTranslation } from "@/i18n/react";
import classes from "./Dialog.module.css";
import { usePull } from "./pull";
import { useScreenClass } from "./screen";

interface Props {
  opened: boolean;
  onClose: () => void;
  title: string;
  size?: "md" | "lg" | "xl";
  /** Asks on behalf of another dialog, which steps aside for it. */
  first?: boolean;
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

export function Dialog({ opened, onClose, title, size = "md", first = false, children }: Props) {
  const { t } = useTranslation();
  const isSheet = useScreenClass() === "mobile";
  const asked = useSyncExternalStore(stepUp.subscribe, stepUp.isAsking);
  const pull = usePull(onClose);
  useFocusReturn();
  return (
    <Modal
      opened={opened && (first || !asked)}
      onClose={onClose}
      title={title}
      size={size}
      keepMounted={asked}
      centered={!isSheet}
      {...(isSheet && {
        classNames: classes,
        attributes: { header: { role: "presentation", ...pull } },
      })}
      closeButtonProps={{ "aria-label": t("close"), size: 44, iconSize: 20, m: -8 }}
    >
      {children}
    </Modal>
  );
}
