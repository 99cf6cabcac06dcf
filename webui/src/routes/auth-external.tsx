export { ExternalLogin as default } from "@/features/accounts/ExternalLogin";
