import { useListChannelsQuery } from "@/api/generated";
import { useSignedInMe } from "@/app/hooks";
import { useTranslation } from "@/i18n/react";
import classes from "./preferences.module.css";

const ONE = { size: 1 } as const;

export function Person() {
  const { t } = useTranslation("preferences");
  const { info } = useSignedInMe();
  const channels = useListChannelsQuery(ONE).data?.total;
  return (
    <div className={classes.person}>
      <span
        className={classes.avatar}
        data-initials={[...info.name].slice(0, 2).join("").toLocaleUpperCase()}
        aria-hidden="true"
      />
      <div>
        <b>{info.name}</b>
        <span>{info.user_id}</span>
        <span>{channels === undefined ? "\u00a0" : t("my.channels", { count: channels })}</span>
      </div>
    </div>
  );
}
