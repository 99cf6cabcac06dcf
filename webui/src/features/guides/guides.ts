/** The guides: where each stands, for which devices it is, and its steps (CONTENT-3). */
export type Device = "iphone" | "android" | "pc";
export const GROUPS = ["upload", "unlock", "verify"] as const;
export type Group = (typeof GROUPS)[number];

export type StepName =
  | "start"
  | "length"
  | "sound"
  | "pasteIphone"
  | "pasteAndroid"
  | "volume"
  | "publish"
  | "project"
  | "track"
  | "pcVolume"
  | "pcUpload"
  | "recognition"
  | "lengthTap"
  | "trimIphone"
  | "trimAndroid"
  | "adjust"
  | "updateIphone"
  | "updateAndroid"
  | "code"
  | "ownChannel"
  | "describePhone"
  | "studio"
  | "describePc"
  | "back";

export interface Guide {
  name:
    | "iphoneUpload"
    | "androidUpload"
    | "pcUpload"
    | "iphoneUnlock"
    | "androidUnlock"
    | "verification"
    | "phoneVerification"
    | "pcVerification";
  /** Its own part of the address. */
  at: string;
  group: Group;
  devices: readonly Device[];
  /** How long it takes who follows it. */
  minutes: number;
  /** None where it leads to the two ways of doing it. */
  steps: readonly StepName[];
}

/** YouTube's own: the length that its camera has at first, in seconds. */
export const FIRST_LENGTH = 15;

export const GUIDES: readonly Guide[] = [
  {
    name: "iphoneUpload",
    at: "iphone-upload",
    group: "upload",
    devices: ["iphone"],
    minutes: 2,
    steps: ["start", "length", "sound", "pasteIphone", "volume", "publish"],
  },
  {
    name: "androidUpload",
    at: "android-upload",
    group: "upload",
    devices: ["android"],
    minutes: 2,
    steps: ["start", "length", "sound", "pasteAndroid", "volume", "publish"],
  },
  {
    name: "pcUpload",
    at: "pc-upload",
    group: "upload",
    devices: ["pc"],
    minutes: 3,
    steps: ["project", "track", "pcVolume", "pcUpload", "recognition"],
  },
  {
    name: "iphoneUnlock",
    at: "iphone-unlock",
    group: "unlock",
    devices: ["iphone"],
    minutes: 1,
    steps: ["start", "lengthTap", "trimIphone", "adjust", "updateIphone"],
  },
  {
    name: "androidUnlock",
    at: "android-unlock",
    group: "unlock",
    devices: ["android"],
    minutes: 1,
    steps: ["start", "lengthTap", "trimAndroid", "adjust", "updateAndroid"],
  },
  {
    name: "phoneVerification",
    at: "auths/mobile-auth",
    group: "verify",
    devices: ["iphone", "android"],
    minutes: 1,
    steps: ["code", "ownChannel", "describePhone", "back"],
  },
  {
    name: "pcVerification",
    at: "auths/pc-auth",
    group: "verify",
    devices: ["pc"],
    minutes: 1,
    steps: ["code", "studio", "describePc", "back"],
  },
  {
    name: "verification",
    at: "auths",
    group: "verify",
    devices: [],
    minutes: 1,
    steps: [],
  },
];

export const guideAt = (at: string): Guide | undefined => GUIDES.find((guide) => guide.at === at);

/** What a device calls itself; an iPad says it is a Mac, which has no screen to touch. */
export function deviceOf(userAgent: string, touchPoints: number): Device {
  if (/Android/.test(userAgent)) return "android";
  const isTouchedMac = /Macintosh/.test(userAgent) && touchPoints > 1;
  return /iPhone|iPad|iPod/.test(userAgent) || isTouchedMac ? "iphone" : "pc";
}

export const ownDevice = (): Device => deviceOf(navigator.userAgent, navigator.maxTouchPoints);

export const isFor = (device: Device, guide: Guide): boolean => guide.devices.includes(device);

/** Those of a group, the ones for the reader's own device first. */
export function guidesOf(group: Group, device: Device): Guide[] {
  const own = GUIDES.filter((guide) => guide.group === group);
  return [
    ...own.filter((guide) => isFor(device, guide)),
    ...own.filter((guide) => !isFor(device, guide)),
  ];
}

/** The guide of a group for a device. */
export function guideFor(group: Group, device: Device): Guide | undefined {
  return GUIDES.find((guide) => guide.group === group && isFor(device, guide));
}
