import type { ServerAddress } from "@roost/embedded-postgres";
import { expect } from "vitest";
import type { LedgerLine } from "../gateways/stripe-stand-in.ts";
import { runSql } from "../harness/databases.ts";
import { moneyFaults } from "../harness/faults.ts";
import { atGateway, expectedAtGateway, type PaymentRow } from "../harness/gateway-books.ts";

/** Checks that Roost and the gateway agree on all money after all steps are settled. @param known payments acknowledged to clients */
export async function checkMoney(
  server: ServerAddress,
  ledger: readonly LedgerLine[],
  known: readonly number[],
): Promise<void> {
  for (const [fault, statement] of Object.entries(moneyFaults)) {
    expect((await runSql(server, statement)).rows, fault).toEqual([]);
  }
  const { rows } = await runSql(
    server,
    `select id::text, amount_in_cents::text as amount, transaction_id, paid_at is not null as paid, authorized_at is not null as authorized,
       rejected_at is not null or canceled_at is not null as ended
     from payments order by payments.id`,
  );
  const payments: PaymentRow[] = rows;
  expect(
    payments.map(({ id }) => Number(id)),
    "the payments that were acknowledged, and no others",
  ).toEqual(known.toSorted((a, b) => a - b));
  const moved = Map.groupBy(ledger, ({ metadata }) => metadata.roost_payment);
  const ids = new Set<string | undefined>(payments.map(({ id }) => id));
  expect(
    ledger.filter(({ metadata }) => !ids.has(metadata.roost_payment)),
    "money that the database does not know of",
  ).toEqual([]);
  const shown = payments.map((payment) => atGateway(payment.id, moved.get(payment.id) ?? []));
  expect(shown).toEqual(payments.map(expectedAtGateway));
}
