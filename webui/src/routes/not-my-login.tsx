export { DisownLogin as default } from "@/features/accounts/DisownLogin";
