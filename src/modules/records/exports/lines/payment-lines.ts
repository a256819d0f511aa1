import { formatHundredths } from "../../../../core/hundredths.ts";
import { minorUnit } from "../../../../core/rounding.ts";
import { payment } from "../../../money/payments/payment.ts";
import { needsGateway, paymentKinds } from "../../../money/payments/payment-kinds.ts";
import { batchSize, type ExportScope, type Line, type LineSource, pages, recordsById } from "./line-source.ts";
import type { ReferenceOf } from "./reference.ts";

const columns = ["external_reference", "booking", "amount", "currency", "paid_at", "kind", "notes"];

interface ShareRow {
  readonly id: number;
  readonly payment_id: number;
  readonly amount_in_cents: number;
  readonly currency: string;
  readonly booking_id: number;
  readonly external_reference: string | null;
  readonly created: number;
}

/**
 * Each booking's share of the moved money, less refunds: an import records payments only. Canceled payments and
 * orders that no gateway has collected are left out (see `paidSums`).
 */
export async function paymentLines(scope: ExportScope, referenceOf: ReferenceOf): Promise<LineSource> {
  const { account } = scope;
  const { database } = scope.snapshot;
  const counted = await database.row<{ count: number }>(
    `select count(*) as count from bookings_payments as shares
     join payments on payments.account_id = $1 and payments.id = shares.payment_id
     join bookings on bookings.account_id = $1 and bookings.id = shares.booking_id
     join rentals on rentals.account_id = $1 and rentals.id = bookings.rental_id and rentals.deleted_at is null
     where shares.account_id = $1 and payments.paid_at is not null and payments.canceled_at is null
       and payments.rejected_at is null and payments.refunded_payment_id is null`,
    [account],
  );
  const page = (after: number) =>
    database.rows<ShareRow>(
      `select shares.id, shares.payment_id, shares.currency, shares.booking_id,
         shares.amount_in_cents + coalesce((
           select sum(returned.amount_in_cents) from payments as refund
           join bookings_payments as returned on returned.account_id = $1 and returned.payment_id = refund.id
           where refund.account_id = $1 and refund.refunded_payment_id = payments.id and returned.booking_id = shares.booking_id
             and refund.paid_at is not null and refund.canceled_at is null and refund.rejected_at is null
         ), 0)::bigint as amount_in_cents,
         bookings.external_reference, bookings.created_at as created
       from bookings_payments as shares
       join payments on payments.account_id = $1 and payments.id = shares.payment_id
       join bookings on bookings.account_id = $1 and bookings.id = shares.booking_id
       join rentals on rentals.account_id = $1 and rentals.id = bookings.rental_id and rentals.deleted_at is null
       where shares.account_id = $1 and shares.id > $2 and payments.paid_at is not null and payments.canceled_at is null
         and payments.rejected_at is null and payments.refunded_payment_id is null
       order by shares.id limit $3`,
      [account, after, batchSize],
    );
  const batches = async function* () {
    for await (const rows of pages(page)) {
      const ids = [...new Set(rows.map(({ payment_id }) => payment_id))];
      const records = await recordsById(scope, payment, ids, ["kind", "paid_at", "notes"]);
      const lines = rows.flatMap((row) => {
        const record = records.get(String(row.payment_id));
        return record && row.amount_in_cents > 0 ? [lineOf(row, record, referenceOf)] : [];
      });
      yield { records: rows.length, lines };
    }
  };
  return { kind: "payments", columns, records: counted?.count ?? 0, batches: batches() };
}

function lineOf(row: ShareRow, { kind, paid_at, notes }: Line, referenceOf: ReferenceOf): Line {
  const { id, amount_in_cents: amount, currency, booking_id, external_reference, created } = row;
  return {
    external_reference: String(id),
    booking: referenceOf({ id: booking_id, external_reference, created }),
    amount: formatHundredths(amount * minorUnit(currency)),
    currency,
    paid_at,
    kind: recordedKind(String(kind)),
    ...(notes ? { notes } : {}),
  };
}

/** Elsewhere, money that a gateway collected here is a record of money paid online. */
const recordedKind = (kind: string): string =>
  paymentKinds.some((one) => one === kind && needsGateway(one)) ? "online" : kind;
