/** What a reader has begun in the first view of a page goes on in the page: typed text, a choice, the focus. */

/** The same control in the page; nothing where the page has none. */
function twinOf(control: Element, view: Element, page: Element): Element | undefined {
  const href = control.getAttribute("href");
  const alike = control.localName + (href === null ? "" : `[href="${CSS.escape(href)}"]`);
  return [...page.querySelectorAll(alike)][[...view.querySelectorAll(alike)].indexOf(control)];
}

/** Writes into a control of React's as a reader does. */
function write(control: HTMLInputElement | HTMLSelectElement, value: string): void {
  const kind = control instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(kind.prototype, "value")?.set?.call(control, value);
  for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
}

function goOnWriting(view: Element, page: Element): void {
  for (const written of view.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    "input, select",
  )) {
    const twin = twinOf(written, view, page) as typeof written | undefined;
    if (twin && twin.value !== written.value) write(twin, written.value);
  }
}

function goOnReading(view: Element, page: Element): void {
  const focused = document.activeElement;
  const twin = focused && view.contains(focused) ? twinOf(focused, view, page) : null;
  if (!(twin instanceof HTMLElement)) return;
  twin.focus({ preventScroll: true });
}

/** Hands on to `page`; a form that was sent is sent there. */
export function goOnIn(page: Element, view: Element, isSent: boolean): void {
  goOnReading(view, page);
  goOnWriting(view, page);
  // Once React has taken over what was written.
  if (isSent) setTimeout(() => page.querySelector("form")?.requestSubmit());
}
