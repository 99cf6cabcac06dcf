/** How a channel is verified, and the two ways of placing the code: the one for the reader's own device first. */
import { Link } from "react-router";
import type { SiteSettingsView } from "@/api/generated-base";
import { paths } from "@/app/paths";
import { Card } from "@/components/kit/Card";
import { IconChevronRight } from "@/components/kit/icons";
import { useTranslation } from "@/i18n/react";
import { Drawing } from "./Drawing";
import { useEffort } from "./effort";
import { type Guide, guidesOf, isFor, ownDevice } from "./guides";
import classes from "./guides.module.css";
import { useButtonWords, useNumbers } from "./values";

const FACTS = ["why", "wait", "next", "where"] as const;

export function Verification({ settings }: { settings: SiteSettingsView }) {
  const { t } = useTranslation("guides");
  const numbers = useNumbers(settings);
  const words = useButtonWords();
  const ways = guidesOf("verify", ownDevice()).filter(({ steps }) => steps.length > 0);
  return (
    <div className={classes.verification}>
      <ul className={classes.ways}>
        {ways.map((guide) => (
          <Way key={guide.at} guide={guide} settings={settings} />
        ))}
      </ul>
      <Card>
        <dl className={classes.known}>
          {FACTS.map((fact) => (
            <div key={fact}>
              <dt>{t(`verification.${fact}.title`)}</dt>
              <dd>{t(`verification.${fact}.text`, { ...numbers, ...words })}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </div>
  );
}

function Way({ guide, settings }: { guide: Guide; settings: SiteSettingsView }) {
  const { t } = useTranslation("guides");
  const effort = useEffort();
  const words = useButtonWords();
  const numbers = useNumbers(settings, guide);
  const own = ownDevice();
  const device = isFor(own, guide) ? own : (guide.devices[0] ?? own);
  const step = guide.name === "pcVerification" ? "describePc" : "describePhone";
  return (
    <li>
      <Link to={paths.guide(guide.at)}>
        <span className={classes.words}>
          <b>{t(`names.${guide.name}`)}</b>
          <span>{effort(guide)}</span>
        </span>
        <IconChevronRight size={18} aria-hidden="true" />
        <span className={classes.picture} aria-hidden="true">
          <Drawing step={step} device={device} words={words} numbers={numbers} code={null} />
        </span>
      </Link>
    </li>
  );
}
