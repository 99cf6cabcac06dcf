/** All guides: the one for the reader's own device first. */
import { Button } from "@mantine/core";
import { Link } from "react-router";
import type { SiteSettingsView } from "@/api/generated-base";
import { paths } from "@/app/paths";
import { useSiteSettings } from "@/app/settings";
import { asApiError } from "@/components/kit/error-text";
import {
  IconBrandAndroid,
  IconCheck,
  IconChevronRight,
  IconDeviceLaptop,
  IconDeviceMobile,
  IconShieldCheck,
} from "@/components/kit/icons";
import { Page } from "@/components/kit/Page";
import { CardSkeleton } from "@/components/kit/skeletons";
import { ErrorCard } from "@/components/kit/states";
import { useTranslation } from "@/i18n/react";
import { Drawing } from "./Drawing";
import { useEffort, useNote } from "./effort";
import {
  type Device,
  GROUPS,
  type Group,
  type Guide,
  guideFor,
  guidesOf,
  ownDevice,
} from "./guides";
import classes from "./guides.module.css";
import { Help } from "./Help";
import { guidesRead } from "./memory";
import { useButtonWords, useNumbers } from "./values";

export function GuidesIndex() {
  const { t } = useTranslation("guides");
  const { data, error, refetch } = useSiteSettings();
  return (
    <Page title={t("title")} lead={t("lead")}>
      {error && !data && <ErrorCard error={asApiError(error)} onRetry={refetch} />}
      {!data && !error && <CardSkeleton lines={6} />}
      {data && <All settings={data} />}
    </Page>
  );
}

function All({ settings }: { settings: SiteSettingsView }) {
  const device = ownDevice();
  return (
    <>
      <Own device={device} settings={settings} />
      <div className={classes.groups}>
        {GROUPS.map((group) => (
          <GuideGroup key={group} group={group} device={device} settings={settings} />
        ))}
      </div>
      <Help about="upload" />
    </>
  );
}

/** The step that stands for the guide of a device. */
const FACE = { iphone: "sound", android: "sound", pc: "pcUpload" } as const;

function Own({ device, settings }: { device: Device; settings: SiteSettingsView }) {
  const { t } = useTranslation("guides");
  const guide = guideFor("upload", device);
  const effort = useEffort();
  const words = useButtonWords();
  const numbers = useNumbers(settings, guide);
  if (!guide) return null;
  return (
    <section className={classes.own} data-tour="guide">
      <div>
        <p className={classes.kicker}>{t(`own.${device}`)}</p>
        <h2>{t("groups.upload")}</h2>
        <p>{effort(guide)}</p>
        <Button component={Link} to={paths.guide(guide.at)}>
          {t("open")}
        </Button>
      </div>
      <Drawing step={FACE[device]} device={device} words={words} numbers={numbers} code={null} />
    </section>
  );
}

interface GroupProps {
  group: Group;
  device: Device;
  settings: SiteSettingsView;
}

function GuideGroup({ group, device, settings }: GroupProps) {
  const { t } = useTranslation("guides");
  const { start } = useNumbers(settings);
  const title = group === "unlock" ? t("groups.unlock", { start }) : t(`groups.${group}`);
  return (
    <section className={classes.group}>
      <h2>{title}</h2>
      <ul>
        {guidesOf(group, device).map((guide) => (
          <Row key={guide.at} guide={guide} settings={settings} />
        ))}
      </ul>
    </section>
  );
}

const ICONS = {
  iphone: IconDeviceMobile,
  android: IconBrandAndroid,
  pc: IconDeviceLaptop,
} as const;

function Row({ guide, settings }: { guide: Guide; settings: SiteSettingsView }) {
  const { t } = useTranslation("guides");
  const note = useNote(settings);
  const [first] = guide.devices;
  const Icon = first ? ICONS[first] : IconShieldCheck;
  const isRead = guidesRead().includes(guide.at);
  return (
    <li>
      <Link to={paths.guide(guide.at)}>
        <span className={classes.icon}>
          <Icon size={20} aria-hidden="true" />
        </span>
        <span className={classes.words}>
          <b>{t(`names.${guide.name}`)}</b>
          <span>{note(guide)}</span>
        </span>
        {isRead ? (
          <span className={classes.read}>
            <IconCheck size={18} aria-hidden="true" />
            {t("read")}
          </span>
        ) : (
          <IconChevronRight size={18} aria-hidden="true" />
        )}
      </Link>
    </li>
  );
}
