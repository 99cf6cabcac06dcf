/** The keys of the texts and the values that each needs, read off the English ones. */
import type { Namespace, Resources } from "./resources.gen";

type Paths<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? Key : `${Key}.${Paths<Texts[Key]>}`;
}[keyof Texts & string];

type At<Texts, Path> = Path extends `${infer Key}.${infer Rest}`
  ? Key extends keyof Texts
    ? At<Texts[Key], Rest>
    : never
  : Path extends keyof Texts
    ? Texts[Path]
    : never;

type Counted<Path> = Path extends `${infer Base}_one` | `${infer Base}_other` ? Base : Path;

/** A key of a file of texts; what is said of a number has one key for all its forms. */
export type Key<Space extends Namespace> = Counted<Paths<Resources[Space]>>;

type Text<Space extends Namespace, Path> =
  | At<Resources[Space], Path>
  | At<Resources[Space], `${Path & string}_other`>;

type Blanks<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Blanks<Rest>
  : never;

type Counts<Space extends Namespace, Path> = [
  At<Resources[Space], `${Path & string}_other`>,
] extends [never]
  ? never
  : "count";

type Needed<Space extends Namespace, Path> = Blanks<Text<Space, Path>> | Counts<Space, Path>;

type Value<Name> = Name extends "count" ? number : string | number;

/** Every value that the text has a blank for; others may stand beside them. */
export type Values<Space extends Namespace, Path> = {
  [Name in Needed<Space, Path>]: Value<Name>;
} & {
  readonly [name: string]: unknown;
};

/** Says a text of one file in the reader's language. */
export type Say<Space extends Namespace> = <Path extends Key<Space>>(
  key: Path,
  ...values: [Needed<Space, Path>] extends [never]
    ? [values?: object]
    : [values: Values<Space, Path>]
) => string;
