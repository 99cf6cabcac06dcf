/** Writes `src/features/figures/land.gen.ts`: the world's land as one path of an Equal Earth map, so that no page carries a map library's data. */
import { readFileSync, writeFileSync } from "node:fs";
import { geoEqualEarth, geoPath } from "d3-geo";
import { feature } from "topojson-client";

const [WIDTH, HEIGHT] = [960, 440];
const file = new URL("../node_modules/world-atlas/land-110m.json", import.meta.url);
const world = JSON.parse(readFileSync(file, "utf8"));
const land = feature(world, world.objects.land);
// Nobody watches from Antarctica; without it the rest is larger.
const peopled = {
  ...land.features[0],
  geometry: {
    type: "MultiPolygon",
    coordinates: land.features[0].geometry.coordinates.filter(([ring]) =>
      ring.some(([, latitude]) => latitude > -60),
    ),
  },
};
const projection = geoEqualEarth().fitSize([WIDTH, HEIGHT], peopled);
const [x, y] = projection.translate();

writeFileSync(
  new URL("../src/features/figures/land.gen.ts", import.meta.url),
  `// Made by scripts/gen-land.mjs out of world-atlas (Natural Earth, public domain); never edited.
export const MAP = {
  width: ${WIDTH},
  height: ${HEIGHT},
  scale: ${projection.scale().toFixed(3)},
  x: ${x.toFixed(3)},
  y: ${y.toFixed(3)},
  land: "${geoPath(projection).digits(0)(peopled)}",
} as const;
`,
);
