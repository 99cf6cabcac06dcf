/** Seconds that run down to zero. */
import { useCallback, useEffect, useState } from "react";

/** The seconds left, and how to start anew; counts by the clock, so a sleeping tab does not fall behind. */
export function useCountdown(initial = 0): [left: number, start: (seconds: number) => void] {
  const [end, setEnd] = useState(() => Date.now() + initial * 1_000);
  const [left, setLeft] = useState(initial);
  const running = left > 0;

  useEffect(() => {
    if (!running) return;
    const timer = window.setInterval(() => {
      setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1_000)));
    }, 250);
    return () => window.clearInterval(timer);
  }, [end, running]);

  const start = useCallback((seconds: number) => {
    setEnd(Date.now() + seconds * 1_000);
    setLeft(seconds);
  }, []);

  return [left, start];
}
