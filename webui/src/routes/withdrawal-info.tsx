export { PaymentInfoPage as default } from "@/features/withdrawals/PaymentInfoPage";
