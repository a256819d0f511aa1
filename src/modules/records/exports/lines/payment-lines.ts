import { formatHundredths } from "../../../../core/hundredths.ts";
import { minorUnit } from "../../../../core/rounding.ts";
import { payment } from "../../../money/payments/payment.ts";
import { needsGateway, paymentKinds } from "../../../money/payments/payment-kinds.ts";
import { batchSize, type ExportScope, type Line, type LineSource, pages, recordsById } from "./line-source.ts";
import type { ReferenceOf } from "./reference.ts";

const columns = ["external_reference", "booking", "amount", "currency", "paid_at", "kind", "notes", "canceled_at"];

interface ShareRow {
  readonly id: number;
  readonly payment_id: number;
  readonly amount_in_cents: number;
  readonly currency: string;
  readonly booking_id: number;
  readonly external_reference: string | null;
  readonly created: number;
}

/** Each booking's share of the money that has moved. Orders that no gateway has collected are left out. */
export async function paymentLines(scope: ExportScope, referenceOf: ReferenceOf): Promise<LineSource> {
  const { account } = scope;
  const { database } = scope.snapshot;
  const counted = await database.row<{ count: number }>(
    `select count(*) as count from bookings_payments as shares
     join payments on payments.account_id = $1 and payments.id = shares.payment_id and payments.paid_at is not null
     join bookings on bookings.account_id = $1 and bookings.id = shares.booking_id
     join rentals on rentals.account_id = $1 and rentals.id = bookings.rental_id and rentals.deleted_at is null
     where shares.account_id = $1`,
    [account],
  );
  const page = (after: number) =>
    database.rows<ShareRow>(
      `select shares.id, shares.payment_id, shares.amount_in_cents, shares.currency, shares.booking_id,
         bookings.external_reference, bookings.created_at as created
       from bookings_payments as shares
       join payments on payments.account_id = $1 and payments.id = shares.payment_id and payments.paid_at is not null
       join bookings on bookings.account_id = $1 and bookings.id = shares.booking_id
       join rentals on rentals.account_id = $1 and rentals.id = bookings.rental_id and rentals.deleted_at is null
       where shares.account_id = $1 and shares.id > $2 order by shares.id limit $3`,
      [account, after, batchSize],
    );
  const batches = async function* () {
    for await (const rows of pages(page)) {
      const ids = [...new Set(rows.map(({ payment_id }) => payment_id))];
      const records = await recordsById(scope, payment, ids, ["kind", "paid_at", "notes", "canceled_at"]);
      const lines = rows.flatMap((row) => {
        const record = records.get(String(row.payment_id));
        return record ? [lineOf(row, record, referenceOf)] : [];
      });
      yield { records: rows.length, lines };
    }
  };
  return { kind: "payments", columns, records: counted?.count ?? 0, batches: batches() };
}

function lineOf(row: ShareRow, { kind, paid_at, notes, canceled_at }: Line, referenceOf: ReferenceOf): Line {
  const { id, amount_in_cents: amount, currency, booking_id, external_reference, created } = row;
  return {
    external_reference: String(id),
    booking: referenceOf({ id: booking_id, external_reference, created }),
    amount: formatHundredths(amount * minorUnit(currency)),
    currency,
    paid_at,
    kind: recordedKind(String(kind)),
    ...(notes ? { notes } : {}),
    ...(canceled_at ? { canceled_at } : {}),
  };
}

/** Elsewhere, money that a gateway collected here is a record of money paid online. */
const recordedKind = (kind: string): string =>
  paymentKinds.some((one) => one === kind && needsGateway(one)) ? "online" : kind;
