import { expect } from "vitest";
import type { ServerAddress } from "@roost/embedded-postgres";
import type { LedgerLine } from "../gateways/stripe-stand-in.ts";
import { runSql } from "../harness/databases.ts";

/** SQL: a payment that counts for its booking. */
const counts = "payments.canceled_at is null and payments.rejected_at is null";
const ofBooking = `from bookings_payments as lines join payments on payments.account_id = lines.account_id and payments.id = lines.payment_id
  where lines.account_id = bookings.account_id and lines.booking_id = bookings.id`;

/** What must never be found, each with a statement that finds it. */
const faults: Readonly<Record<string, string>> = {
  "a booking whose sums are not those of its payments": `
    select id, paid_amount, authorized_amount, bookings_payments_count from bookings
    where (100 * paid_amount, 100 * authorized_amount, bookings_payments_count) is distinct from (select (
      coalesce(sum(lines.amount_in_cents) filter (where paid_at is not null), 0),
      coalesce(sum(lines.amount_in_cents) filter (where paid_at is null and authorized_at is not null), 0),
      count(*)::int) ${ofBooking} and ${counts})`,
  "a payment that is not of just one booking, whole": `
    select id from payments where 1 <> (
      select count(*) from bookings_payments as lines
      where lines.account_id = payments.account_id and lines.payment_id = payments.id and lines.amount_in_cents = payments.amount_in_cents
    ) or 1 <> (
      select count(*) from bookings_payments as lines where lines.account_id = payments.account_id and lines.payment_id = payments.id
    )`,
  "a booking that an instant-booking payment has paid, and not booked": `
    select id from bookings where not booked and exists (
      select ${ofBooking} and payments.kind = 'instant-booking' and payments.paid_at is not null)`,
  "a card's token that is kept after its use": "select id from payments where sealed_token is not null",
};

interface PaymentRow {
  readonly id: string;
  readonly amount: string;
  readonly transaction_id: string | null;
  readonly paid: boolean;
  readonly authorized: boolean;
  readonly ended: boolean;
}

/** Looks for money that is in one place and not in the other, when all steps have been settled. @param known the payments that clients were told of */
export async function checkMoney(
  server: ServerAddress,
  ledger: readonly LedgerLine[],
  known: readonly number[],
): Promise<void> {
  for (const [fault, statement] of Object.entries(faults)) {
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
  expect(shown).toEqual(payments.map(expected));
}

/** What the gateway's books say of a payment. Amounts in minor units, as texts. */
interface Booked {
  readonly id: string;
  /** Charges and authorisations, each under its transaction. */
  readonly charged: readonly string[];
  readonly taken: readonly string[];
  readonly givenUp: number;
}

function atGateway(id: string, lines: readonly LedgerLine[]): Booked {
  const isTaken = ({ kind, metadata }: LedgerLine) =>
    kind === "capture" || (kind === "charge" && metadata.roost_step === "charge");
  return {
    id,
    charged: lines.filter(({ kind }) => kind === "charge").map((line) => `${line.amount} ${line.transaction}`),
    taken: lines.filter(isTaken).map(({ amount }) => String(amount)),
    givenUp: lines.filter(({ kind }) => kind === "cancel").length,
  };
}

/** What a payment in the database says that the gateway's books hold: what is authorised was either taken or given up. */
function expected({ id, amount, transaction_id, paid, authorized, ended }: PaymentRow): Booked & { open?: true } {
  const charged = paid || authorized ? [`${amount} ${transaction_id}`] : [];
  const open = paid || ended ? {} : { open: true as const };
  return { id, charged, taken: paid ? [amount] : [], givenUp: authorized && !paid ? 1 : 0, ...open };
}
