export { DisownPage as default } from "@/features/accounts/DisownPage";
