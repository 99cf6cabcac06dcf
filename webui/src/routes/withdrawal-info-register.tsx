import { PaymentInfoFormPage } from "@/features/withdrawals/PaymentInfoForm";

export default function PaymentInfoRegisterRoute() {
  return <PaymentInfoFormPage act="register" />;
}
