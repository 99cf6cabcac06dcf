/** Who runs this portal and who answers, as the settings name them; nothing where they name nobody (WEB-22). */
import type { SiteSettingsView } from "@/api/generated-base";
import { useFormat } from "@/format";
import { Marked } from "@/i18n/marked";
import { useTranslation } from "@/i18n/react";
import classes from "./LandingPage.module.css";

const FACTS = ["free", "paper", "open"] as const;
const MOST_FACES = 5;

export function Operator({ settings }: { settings: SiteSettingsView }) {
  const { t } = useTranslation("landing");
  const { run_by: name, answered_by: people } = settings;
  if (!name && people.length === 0) return null;
  return (
    <section id="who" className={classes.band}>
      <div className={`${classes.wide} ${classes.operator}`}>
        <div>
          {people.length > 0 && <Faces people={people} />}
          <h2>{people.length > 0 ? <Answer people={people} /> : t("operator.runs")}</h2>
          <p>
            {name ? (
              <Marked text={t("operator.text", { name })} parts={{ name: <b /> }} />
            ) : (
              t("operator.cleared")
            )}
          </p>
        </div>
        <dl>
          {FACTS.map((fact) => (
            <div key={fact}>
              <dt>{t(`operator.${fact}.title`)}</dt>
              <dd>{t(`operator.${fact}.text`)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

function Answer({ people }: { people: readonly string[] }) {
  const { t } = useTranslation("landing");
  const { list } = useFormat();
  return t("operator.answers", { count: people.length, names: list(people) });
}

/** Drawn, for these are people and no pictures of them are kept. */
function Faces({ people }: { people: readonly string[] }) {
  return (
    <div className={classes.faces} aria-hidden="true">
      {people.slice(0, MOST_FACES).map((name) => (
        <svg key={name} aria-hidden="true" width="52" height="52" viewBox="0 0 46 46">
          <circle cx="23" cy="18" r="8.5" />
          <path d="M6 48q2-19 17-19t17 19z" />
        </svg>
      ))}
    </div>
  );
}
