export { EmailCode as default } from "@/features/accounts/EmailCodeForm";
