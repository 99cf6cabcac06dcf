export { InvitationPage as default } from "@/features/invitations/InvitationPage";
