/** The mark (four beats, the last a step late) and the name beside it; a partner site's own logo in its place. */

import classes from "./Logo.module.css";
import { useSiteMetadata } from "./site-metadata";

export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className={classes.mark}>
      <rect x="1" y="9" width="4" height="6" rx="2" />
      <rect x="7" y="4" width="4" height="16" rx="2" />
      <rect x="13" y="9" width="4" height="6" rx="2" opacity=".35" />
      <rect x="19.4" y="6" width="4" height="12" rx="2" className={classes.late} />
    </svg>
  );
}

export function Logo() {
  const metadata = useSiteMetadata();
  if (metadata?.exclusive_logo) {
    return <img className={classes.partner} src={metadata.exclusive_logo} alt={metadata.name} />;
  }
  return (
    <span className={classes.logo}>
      <Mark />
      <span className={classes.name}>{metadata?.name ?? "backbeat"}</span>
    </span>
  );
}
