/** Takes the custom properties out of styles that nothing asks for: the kit writes four hundred. */
const DECLARED = /(--[\w-]+):([^;}]*);?/g;
const ASKED_FOR = /var\(\s*(--[\w-]+)/g;

const asked = (text: string): string[] =>
  [...text.matchAll(ASKED_FOR)].map(([, name = ""]) => name);

/** `styles` with those that they themselves or the other styles of a page ask for. */
export function withoutUnused(styles: string, others: string): string {
  const wanted = new Set([...asked(others), ...asked(styles.replaceAll(DECLARED, ""))]);
  const declared = [...styles.matchAll(DECLARED)];
  // A set that grows while it is walked through gives what is added, too.
  for (const name of wanted) {
    for (const [, other, value = ""] of declared) {
      if (other === name) for (const next of asked(value)) wanted.add(next);
    }
  }
  return styles.replaceAll(DECLARED, (whole, name) => (wanted.has(name) ? whole : ""));
}
