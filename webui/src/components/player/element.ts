/** The one audio element, made by whoever needs it first: the engine, or a tap that the engine comes after. */
let made: HTMLAudioElement | null = null;

export function audioElement(): HTMLAudioElement {
  if (made) return made;
  made = document.createElement("audio");
  made.preload = "auto";
  document.body.append(made);
  return made;
}

/** Within a tap: what was loaded in one may sound later as well, while the engine is still being fetched. */
export function readyForSound(): void {
  const audio = audioElement();
  if (!audio.hasAttribute("src")) audio.load();
}
