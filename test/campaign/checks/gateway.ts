import { atGateway, expectedAtGateway, type PaymentRow } from "../../harness/gateway-books.ts";
import type { Check } from "./check.ts";

/** Checks the gateway against the database: no charge is doubled or unknown. */
export const checkGateway: Check = async ({ sql, gatewayLedger }) => {
  const payments = await sql.run<PaymentRow & Record<string, unknown>>(
    `select id::text, amount_in_cents::text as amount, transaction_id, paid_at is not null as paid, authorized_at is not null as authorized,
       rejected_at is not null or canceled_at is not null as ended
     from payments where payment_gateway_id is not null order by payments.id`,
  );
  const lines = Map.groupBy(gatewayLedger, ({ metadata }) => metadata.roost_payment);
  const paymentIds = new Set<string | undefined>(payments.map(({ id }) => id));
  const unknown = gatewayLedger.filter(({ metadata }) => !paymentIds.has(metadata.roost_payment));
  const violations = unknown.map((line) => `The database has no payment for ${JSON.stringify(line)}.`);
  for (const payment of payments) {
    const [found, expected] = [atGateway(payment.id, lines.get(payment.id) ?? []), expectedAtGateway(payment)];
    if (JSON.stringify(found) !== JSON.stringify(expected))
      violations.push(
        `For payment ${payment.id} the gateway has ${JSON.stringify(found)}, not ${JSON.stringify(expected)}.`,
      );
  }
  return { subject: "payments at the gateway", count: payments.length, violations };
};
