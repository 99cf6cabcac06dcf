export { KeepFactor as default } from "@/features/accounts/KeepFactor";
