/** Short messages at the top centre, for acts that have no form of their own. The machinery comes with the first one. */
import { SNACKBAR_MS } from "@/app/constants";

type Tone = "info" | "error" | "success";

async function show(tone: Tone, message: string): Promise<void> {
  const { notifications } = await import("@mantine/notifications");
  notifications.show({
    message,
    autoClose: SNACKBAR_MS,
    withCloseButton: false,
    withBorder: true,
    role: tone === "error" ? "alert" : "status",
    attributes: { root: { "data-tone": tone } },
  });
}

export const snack = {
  info: (message: string) => void show("info", message),
  error: (message: string) => void show("error", message),
  success: (message: string) => void show("success", message),
};
