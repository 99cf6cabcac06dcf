export { AcceptInvitation as default } from "@/features/accounts/AcceptInvitation";
