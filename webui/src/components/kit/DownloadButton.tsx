/** Takes a file along: fetched with the session's headers, saved under the name the server gives it. */
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useStore } from "react-redux";
import { download } from "@/api/download";
import type { RootState } from "@/app/store";
import { useErrorText } from "./error-text";
import { IconDownload } from "./icons";
import { snack } from "./snack";

interface Props {
  /** Below `/api/`, with its query. */
  path: string;
  /** The file's name where the answer has none. */
  name: string;
  variant?: "filled" | "default";
  children: ReactNode;
}

export function DownloadButton({ path, name, variant = "default", children }: Props) {
  const { getState } = useStore<RootState>();
  const text = useErrorText();
  const [loading, setLoading] = useState(false);

  async function take() {
    setLoading(true);
    const error = await download(path, name, getState());
    setLoading(false);
    if (error) snack.error(text(error));
  }

  return (
    <Button
      variant={variant}
      leftSection={<IconDownload size={18} aria-hidden="true" />}
      loading={loading}
      onClick={() => void take()}
    >
      {children}
    </Button>
  );
}
