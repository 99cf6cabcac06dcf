/** One guide: what to keep to, and each step with its drawing. */
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { useGetTrackQuery } from "@/api/generated";
import type { SiteSettingsView } from "@/api/generated-base";
import { addresses, paths } from "@/app/paths";
import { useSiteSettings } from "@/app/settings";
import { readStored } from "@/app/storage";
import { LookByLink, useHasLook } from "@/components/domain/second-look";
import { Card } from "@/components/kit/Card";
import { CopyButton } from "@/components/kit/CopyButton";
import { asApiError } from "@/components/kit/error-text";
import { IconCheck, IconMusic } from "@/components/kit/icons";
import { Page } from "@/components/kit/Page";
import { useScreenClass } from "@/components/kit/screen";
import { CardSkeleton } from "@/components/kit/skeletons";
import { ErrorCard } from "@/components/kit/states";
import { Marked } from "@/i18n/marked";
import { useTranslation } from "@/i18n/react";
import { Drawing } from "./Drawing";
import { useEffort } from "./effort";
import {
  type Device,
  GROUPS,
  GUIDES,
  type Guide,
  guidesOf,
  isFor,
  ownDevice,
  type StepName,
} from "./guides";
import classes from "./guides.module.css";
import { Help } from "./Help";
import { guidesRead, rememberGuide } from "./memory";
import { Verification } from "./Verification";
import { type Numbers, useButtonWords, useNumbers } from "./values";

export function GuidePage({ guide }: { guide: Guide }) {
  const { t } = useTranslation("guides");
  const effort = useEffort();
  const { data, error, refetch } = useSiteSettings();
  const laptop = useScreenClass() === "laptop";
  return (
    <Page
      title={t(`titles.${guide.name}`)}
      lead={guide.steps.length > 0 ? effort(guide) : t("notes.overview")}
      back={laptop ? undefined : addresses.guides}
    >
      {error && !data && <ErrorCard error={asApiError(error)} onRetry={refetch} />}
      {!data && !error && <CardSkeleton lines={6} />}
      {data && <Content guide={guide} settings={data} laptop={laptop} />}
    </Page>
  );
}

interface ContentProps {
  guide: Guide;
  settings: SiteSettingsView;
  laptop: boolean;
}

function Content({ guide, settings, laptop }: ContentProps) {
  const numbers = useNumbers(settings, guide);
  const isUpload = guide.group === "upload";
  const hasLook = useHasLook();
  return (
    <div className={classes.guide}>
      {laptop ? <Menu start={numbers.start} /> : <Others guide={guide} />}
      <div className={classes.facts}>
        {isUpload && <Figures guide={guide} numbers={numbers} />}
        {isUpload && guide.name !== "pcUpload" && <LastTrack />}
      </div>
      <div className={classes.main}>
        {guide.steps.length > 0 ? (
          <Steps guide={guide} numbers={numbers} />
        ) : (
          <Verification settings={settings} />
        )}
        {isUpload && hasLook && <LookByLink />}
      </div>
      <div className={classes.after}>
        {isUpload && <Pays numbers={numbers} />}
        <Help about={guide.group} />
      </div>
    </div>
  );
}

/** On laptops every guide is a step away. */
function Menu({ start }: { start: string }) {
  const { t } = useTranslation("guides");
  const { pathname } = useLocation();
  const read = guidesRead();
  return (
    <nav className={classes.menu} aria-label={t("all")}>
      {GROUPS.map((group) => (
        <div key={group}>
          <h2>{group === "unlock" ? t("groups.unlock", { start }) : t(`groups.${group}`)}</h2>
          {guidesOf(group, ownDevice()).map(({ name, at }) => {
            const to = paths.guide(at);
            return (
              <Link key={at} to={to} aria-current={to === pathname ? "page" : undefined}>
                {t(`short.${name}`)}
                {read.includes(at) && <IconCheck size={16} aria-label={t("read")} />}
              </Link>
            );
          })}
        </div>
      ))}
    </nav>
  );
}

/** The same for other devices. */
function Others({ guide }: { guide: Guide }) {
  const { t } = useTranslation("guides");
  const others = GUIDES.filter(
    ({ group, at, steps }) => group === guide.group && at !== guide.at && steps.length > 0,
  );
  if (guide.steps.length === 0) return null;
  return (
    <nav className={classes.others} aria-label={t("others")}>
      {others.map(({ name, at }) => (
        <Link key={at} to={paths.guide(at)}>
          {t(`short.${name}`)}
        </Link>
      ))}
    </nav>
  );
}

function Figures({ guide, numbers }: { guide: Guide; numbers: Numbers }) {
  const { t } = useTranslation("guides");
  const figures = [
    [numbers.volume, t("figures.volume")],
    [numbers.editor, t("figures.editor")],
    [numbers.recommended, t("figures.recommended")],
    ["1", t("figures.one")],
    ...(guide.name === "pcUpload" ? [[numbers.recognition, t("figures.recognition")]] : []),
  ];
  return (
    <dl className={classes.figures} aria-label={t("figures.name")}>
      {figures.map(([value, label]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The track whose code was copied last: it goes into the editor next. */
function LastTrack() {
  const { t } = useTranslation("guides");
  const code = readStored("trackCode");
  const { data } = useGetTrackQuery(code ?? "", { skip: !code });
  if (!code) return null;
  return (
    <div className={classes.track}>
      <IconMusic size={20} aria-hidden="true" />
      <p>
        {data ? <Marked text={t("track.last", { name: data.name })} parts={{ b: <b /> }} /> : code}
      </p>
      <CopyButton value={code} label={t("track.copy", { code })} />
    </div>
  );
}

/** The device that a guide's drawings show: the reader's own where it is one of the guide's. */
function deviceIn(guide: Guide): Device {
  const own = ownDevice();
  return isFor(own, guide) ? own : (guide.devices[0] ?? own);
}

function Steps({ guide, numbers }: { guide: Guide; numbers: Numbers }) {
  const { t } = useTranslation("guides");
  const words = useButtonWords();
  const end = useRead(guide.at);
  const code = readStored("trackCode");
  const device = deviceIn(guide);
  const values = { ...words, ...numbers };
  const say = (step: StepName, part: "title" | "text") => t(`do.${step}.${part}`, values);
  return (
    <ol className={classes.steps}>
      {guide.steps.map((step, place) => (
        <li key={step} ref={place === guide.steps.length - 1 ? end : undefined}>
          <div className={classes.words}>
            <span className={classes.place}>
              {t("stepOf", { step: place + 1, steps: guide.steps.length })}
            </span>
            <h2>{say(step, "title")}</h2>
            <p>{say(step, "text")}</p>
          </div>
          <div className={classes.picture}>
            <Drawing step={step} device={device} words={words} numbers={numbers} code={code} />
          </div>
        </li>
      ))}
    </ol>
  );
}

/** A guide counts as read once its last step was on the screen. */
function useRead(at: string) {
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const last = end.current;
    if (!last) return;
    const observer = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) rememberGuide(at);
    });
    observer.observe(last);
    return () => observer.disconnect();
  }, [at]);
  return end;
}

function Pays({ numbers }: { numbers: Numbers }) {
  const { t } = useTranslation("guides");
  const strong = { b: <b /> };
  return (
    <Card title={t("pays.title")}>
      <ul className={classes.pays}>
        <li>
          <Marked text={t("pays.length", numbers)} parts={strong} />
        </li>
        <li>
          <Marked text={t("pays.one")} parts={strong} />
        </li>
        <li>
          <Marked text={t("pays.premium", numbers)} parts={strong} />
        </li>
      </ul>
    </Card>
  );
}
