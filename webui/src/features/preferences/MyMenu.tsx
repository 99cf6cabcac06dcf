/** My page: the person, the three ways to the money, and everything else of theirs in five groups (WEB-7). */
import { SegmentedControl, useMantineColorScheme } from "@mantine/core";
import { useSiteSettings } from "@/app/settings";
import { useFlag } from "@/components/kit/flags";
import { late } from "@/components/kit/late";
import { RowSkeletons } from "@/components/kit/skeletons";
import { useTranslation } from "@/i18n/react";
import { EntryRow } from "./EntryRow";
import { type MyFacts, useMyGroups } from "./entries";
import { Person } from "./Person";
import classes from "./preferences.module.css";
import { Tiles } from "./Tiles";

const PushDialog = late(async () => (await import("./PushDialog")).PushDialog);
const AppInfoDialog = late(async () => (await import("./AppInfoDialog")).AppInfoDialog);

export function MyMenu(facts: MyFacts) {
  const { t } = useTranslation("preferences");
  const { isLoading } = useSiteSettings();
  const groups = useMyGroups(facts);
  const push = useFlag("pushSettings");
  const appInfo = useFlag("appInfo");
  return (
    <>
      <Person />
      <Tiles />
      {/* Which entries there are is known first: nothing moves once they are there. */}
      {isLoading && <RowSkeletons count={8} />}
      <div className={classes.groups} hidden={isLoading}>
        {groups.map(({ name, entries }) => (
          <section key={name} className={classes.group} aria-labelledby={`my-${name}`}>
            <h2 id={`my-${name}`}>{t(`my.groups.${name}`)}</h2>
            <ul>
              {entries.map((entry) => (
                <li key={entry.name}>
                  <EntryRow {...entry} />
                </li>
              ))}
              {name === "account" && (
                <li>
                  <SchemeSwitch />
                </li>
              )}
            </ul>
          </section>
        ))}
      </div>
      {push.opened && <PushDialog onClose={push.close} />}
      {appInfo.opened && <AppInfoDialog onClose={appInfo.close} />}
    </>
  );
}

function SchemeSwitch() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const schemes = ["auto", "light", "dark"] as const;
  return (
    <div className={classes.setting}>
      <span>{t("scheme.name")}</span>
      <SegmentedControl
        aria-label={t("scheme.name")}
        size="sm"
        value={colorScheme}
        onChange={(next) => setColorScheme(schemes.find((known) => known === next) ?? "auto")}
        data={schemes.map((value) => ({ value, label: t(`scheme.${value}`) }))}
      />
    </div>
  );
}
