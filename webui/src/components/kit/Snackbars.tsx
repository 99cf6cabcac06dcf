/** Where snackbars appear. Loaded after the first page, by `lazy`. */
import { Notifications } from "@mantine/notifications";
import "@mantine/core/styles/Notification.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/notifications/styles.layer.css";
import "./snackbars.css";

export function Snackbars() {
  return <Notifications position="top-center" limit={3} zIndex={500} />;
}
