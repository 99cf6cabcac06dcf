/**
 * What the strict Content-Security-Policy asks of us (SEC-1). Imported before everything else.
 *
 * The server writes a fresh nonce into `<meta property="csp-nonce">`; Mantine and
 * react-remove-scroll put it on the styles they make. Mantine fills those by innerHTML, so a
 * Trusted Types policy lets plain style text through and refuses whatever could be markup.
 */
import { setNonce } from "get-nonce";

export const styleNonce: string =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";

setNonce(styleNonce);

interface TrustedTypes {
  createPolicy(name: string, rules: Record<string, (text: string) => string>): unknown;
}

function withoutMarkup(text: string): string {
  if (/[<&]/.test(text)) throw new TypeError("markup is never written as text");
  return text;
}

/** The one script that is started by its address. */
export const SERVICE_WORKER = "/sw.js";

function onlyOurs(url: string): string {
  if (url !== SERVICE_WORKER) throw new TypeError("no other script is started by its address");
  return url;
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy("default", {
  createHTML: withoutMarkup,
  createScriptURL: onlyOurs,
});
