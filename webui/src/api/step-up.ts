/**
 * Asking for the password again, in place (SESSION-8).
 *
 * A call refused with reason `step_up` waits here while a dialog asks; when the person has given
 * the password the call is made once more, as if nothing had happened.
 */
type Listener = () => void;

const listeners = new Set<Listener>();
let waiting: { promise: Promise<boolean>; settle: (given: boolean) => void } | null = null;

function tell(): void {
  for (const listener of listeners) listener();
}

export const stepUp = {
  /** Resolves true once the password was given and accepted, false when the person declined. */
  ask(): Promise<boolean> {
    if (!waiting) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      waiting = { promise, settle: resolve };
      tell();
    }
    return waiting.promise;
  },
  settle(given: boolean): void {
    waiting?.settle(given);
    waiting = null;
    tell();
  },
  isAsking: (): boolean => waiting !== null,
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
