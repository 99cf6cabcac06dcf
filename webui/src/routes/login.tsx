export { LoginForm as default } from "@/features/accounts/LoginForm";
