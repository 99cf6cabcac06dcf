/** A platform's picture and name; where there is little room, the name is for screen readers. */
import { VisuallyHidden } from "@mantine/core";
import { useTranslation } from "@/i18n/react";
import { PLATFORMS, type PlatformName } from "@/platforms";
import classes from "./platform.module.css";

interface Props {
  platform: PlatformName;
  brief?: boolean;
}

export function PlatformMark({ platform, brief = false }: Props) {
  const { t } = useTranslation();
  const { Icon, name } = PLATFORMS[platform];
  const words = t(`platform.${name}`);
  return (
    <span className={brief ? classes.only : undefined} data-platform={platform}>
      <span className={classes.icon} aria-hidden="true">
        <Icon size={15} />
      </span>
      {brief ? <VisuallyHidden component="span">{words}</VisuallyHidden> : words}
    </span>
  );
}
