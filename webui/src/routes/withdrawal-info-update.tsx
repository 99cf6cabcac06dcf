import { PaymentInfoFormPage } from "@/features/withdrawals/PaymentInfoForm";

export default function PaymentInfoUpdateRoute() {
  return <PaymentInfoFormPage act="update" />;
}
