import "react";

declare module "react" {
  /** Values that a style sheet reads by name. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}
