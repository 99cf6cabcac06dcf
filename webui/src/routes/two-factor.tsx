export { TotpNeeded as default } from "@/features/accounts/TotpNeeded";
