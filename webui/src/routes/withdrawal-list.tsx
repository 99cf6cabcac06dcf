export { WithdrawalsPage as default } from "@/features/withdrawals/WithdrawalsPage";
