/** The payout the landing page shows instead of praising: a sample month's earnings, its fee and what arrives. */
import { decimal, grouped, rounded } from "@/format/decimal";

/** Sample earnings in USD; the fee on them is the portal's own. */
const EXAMPLE_REVENUE = "150.00";

interface Example {
  revenue: string;
  fee: string;
  net: string;
}

/** What a PayPal payout of the sample costs and leaves, to the cent, half up (WITHDRAW-5). */
export function payoutExample(paypalRate: string): Example {
  const revenue = decimal(EXAMPLE_REVENUE);
  const rate = decimal(paypalRate);
  const fee = rounded(
    { digits: revenue.digits * rate.digits, scale: revenue.scale + rate.scale },
    2,
    "half-up",
  );
  const net = { digits: revenue.digits - fee.digits, scale: 2 };
  return { revenue: EXAMPLE_REVENUE, fee: grouped(fee), net: grouped(net).replaceAll(",", "") };
}
