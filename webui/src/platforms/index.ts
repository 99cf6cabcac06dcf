/** The platforms as screens show them; the server's names are the keys. */
import type { Platform, PlatformName } from "./model";
import { own } from "./own";
import { tiktok } from "./tiktok";
import { youtube } from "./youtube";

export type { Platform, PlatformName } from "./model";

export const PLATFORMS: Readonly<Record<PlatformName, Platform>> = { youtube, tiktok, own };
