/** Where a short was watched: dots on a map, sized by views, and the countries by name (DASH-10). */
import { geoEqualEarthRaw } from "d3-geo";
import type { AudienceView } from "@/api/generated";
import { useListCountriesQuery } from "@/api/generated-base";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import { MAP } from "./land.gen";
import classes from "./videos.module.css";

const LISTED = 8;
const LARGEST_PX = 34;
const SMALLEST_PX = 5;

interface Dot {
  code: string;
  x: number;
  y: number;
  radius: number;
}

interface Place {
  code: string;
  lat: string;
  lng: string;
}

/** Dots whose areas are as the views; the largest first, so that small ones lie on top. Unknown places have none. */
function dotsOf(countries: readonly AudienceView[], places: readonly Place[]): Dot[] {
  const most = Math.max(1, ...countries.map(({ views }) => views));
  return countries.flatMap(({ code, views }) => {
    const place = places.find((known) => known.code === code);
    if (!place) return [];
    const radians = (degrees: string) => (Number(degrees) * Math.PI) / 180;
    const [x, y] = geoEqualEarthRaw(radians(place.lng), radians(place.lat));
    const radius = Math.max(SMALLEST_PX, LARGEST_PX * Math.sqrt(views / most));
    return [{ code, x: MAP.x + MAP.scale * x, y: MAP.y - MAP.scale * y, radius }];
  });
}

export function Audience({ countries }: { countries: readonly AudienceView[] }) {
  const { t } = useTranslation("figures");
  const { count, percent } = useFormat();
  const { data } = useListCountriesQuery();
  const sorted = countries.toSorted((a, b) => b.views - a.views);
  const listed = sorted.slice(0, LISTED);
  const more = sorted.length - listed.length;
  return (
    <section className={classes.part}>
      <h3>{t("sheet.audience.title")}</h3>
      {sorted.length === 0 ? (
        <p>{t("sheet.audience.none")}</p>
      ) : (
        <>
          <svg
            className={classes.map}
            viewBox={`0 0 ${MAP.width} ${MAP.height}`}
            role="img"
            aria-label={t("sheet.audience.map")}
          >
            <path d={MAP.land} className={classes.land} />
            {dotsOf(sorted, data?.items ?? []).map(({ code, x, y, radius }) => (
              <circle key={code} cx={x} cy={y} r={radius} className={classes.dot} />
            ))}
          </svg>
          <ol className={classes.countries}>
            {listed.map(({ code, name, views, ratio }) => (
              <li key={code}>
                <span>{name}</span>
                <span className={`num ${classes.views}`}>{count(views)}</span>
                <b className="num">{percent(ratio)}</b>
                <i aria-hidden="true" style={{ width: `${ratio}%` }} />
              </li>
            ))}
          </ol>
          {more > 0 && <p>{t("sheet.audience.more", { count: more })}</p>}
        </>
      )}
    </section>
  );
}
