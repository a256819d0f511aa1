import type { Transaction } from "../../../database/sql/transaction.ts";
import type { FileProblems } from "./file-object.ts";
import type { PayoutsFile } from "./payouts-file.ts";

/** An id in the file and its position. */
interface Named {
  readonly at: string;
  readonly id: number;
}

/** Reports every id of a gateway, source, booking or payment that the account does not have, and payments of other bookings. */
export async function checkNames(
  transaction: Transaction,
  account: number,
  file: PayoutsFile,
  problems: FileProblems,
): Promise<void> {
  const { lines, gateways, sources, bookings, payments } = namesIn(file);
  const of = (list: readonly Named[]): unknown[] => [account, [...new Set(list.map(({ id }) => id))]];
  const knownGateways = await transaction.rows<IdRow>(
    "select id from payment_gateways where account_id = $1 and id = any($2::bigint[])",
    of(gateways),
  );
  const knownSources = await transaction.rows<IdRow>(
    "select id from sources where account_id = $1 and id = any($2::bigint[])",
    of(sources),
  );
  const knownBookings = await transaction.rows<IdRow>(
    // Exclude mirrors: guests pay for the booking that a mirror copies.
    "select id from bookings where account_id = $1 and id = any($2::bigint[]) and created_by_type <> 'Booking'",
    of(bookings),
  );
  const knownPayments = await transaction.rows<IdRow>(
    "select id from payments where account_id = $1 and id = any($2::bigint[])",
    of(payments),
  );
  checkKnown("payment gateway", gateways, knownGateways, problems);
  checkKnown("source", sources, knownSources, problems);
  checkKnown("booking", bookings, knownBookings, problems);
  checkKnown("payment", payments, knownPayments, problems);
  await checkPaymentsOfBookings(transaction, account, lines, problems);
}

/** All ids in the file with their positions. */
function namesIn(file: PayoutsFile) {
  const lines = file.payouts.flatMap(({ at, lines }) =>
    lines.map((line, index) => ({ ...line, at: `${at}.lines[${index}]` })),
  );
  const channelLines = file.channelPayouts.flatMap(({ at, lines }) =>
    lines.map(({ bookingId }, index) => ({ at: `${at}.lines[${index}].booking_id`, id: bookingId })),
  );
  const named = (member: "bookingId" | "paymentId", name: string): Named[] =>
    lines.flatMap((line) => {
      const id = line[member];
      return id === null ? [] : [{ at: `${line.at}.${name}`, id }];
    });
  const gateways = file.payouts.map(({ at, gatewayId }) => ({ at: `${at}.payment_gateway_id`, id: gatewayId }));
  const sources = file.channelPayouts.map(({ at, sourceId }) => ({ at: `${at}.source_id`, id: sourceId }));
  const bookings = [...named("bookingId", "booking_id"), ...channelLines];
  return { lines, gateways, sources, bookings, payments: named("paymentId", "payment_id") };
}

interface IdRow {
  readonly id: number;
  readonly [column: string]: unknown;
}

function checkKnown(what: string, named: readonly Named[], rows: readonly IdRow[], problems: FileProblems): void {
  const known = new Set(rows.map(({ id }) => id));
  for (const { at, id } of named) if (!known.has(id)) problems.add(at, `is ${id}, but the account has no such ${what}`);
}

interface NamingLine {
  readonly at: string;
  readonly bookingId: number | null;
  readonly paymentId: number | null;
}

/** A line's payment must belong to the line's booking. */
async function checkPaymentsOfBookings(
  transaction: Transaction,
  account: number,
  lines: readonly NamingLine[],
  problems: FileProblems,
): Promise<void> {
  const payments = lines.flatMap(({ paymentId }) => paymentId ?? []);
  const rows = await transaction.rows<{ payment_id: number; booking_id: number }>(
    "select payment_id, booking_id from bookings_payments where account_id = $1 and payment_id = any($2::bigint[])",
    [account, payments],
  );
  const bookingsOf = Map.groupBy(rows, (row) => row.payment_id);
  for (const { at, bookingId, paymentId } of lines) {
    const bookings = paymentId === null ? undefined : bookingsOf.get(paymentId);
    if (bookings && bookingId !== null && !bookings.some((row) => row.booking_id === bookingId))
      problems.add(`${at}.payment_id`, `is ${paymentId}, which is not a payment of booking ${bookingId}`);
  }
}
