export { Recovery as default } from "@/features/accounts/Recovery";
