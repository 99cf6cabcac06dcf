/** Copying a text: whether it was just copied, and how to copy it. */
import { useEffect, useState } from "react";
import { COPIED_MS } from "@/app/constants";

/** `copy` tells whether the browser allowed it. */
export function useCopying(value: string): { copied: boolean; copy: () => Promise<boolean> } {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = window.setTimeout(() => setCopied(false), COPIED_MS);
    return () => window.clearTimeout(timer);
  }, [copied]);

  async function copy(): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      return false;
    }
    setCopied(true);
    return true;
  }

  return { copied, copy };
}
