export { NotificationPage as default } from "@/features/notifications/NotificationList";
