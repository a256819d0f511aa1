import type { Transaction } from "../../database/transaction.ts";
import type { FileProblems } from "./file-object.ts";
import type { PayoutsFile } from "./payouts-file.ts";

/** Something that a file names, where, and what it is called. */
interface Named {
  readonly at: string;
  readonly id: number;
}

/** Finds every id that names nothing of the account: gateways, sources, bookings, payments, and payments of other bookings. */
export async function checkNames(
  transaction: Transaction,
  account: number,
  file: PayoutsFile,
  problems: FileProblems,
): Promise<void> {
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
  const check = async (list: readonly Named[], what: string, statement: string): Promise<void> => {
    const ids = [...new Set(list.map(({ id }) => id))];
    const known = new Set((await transaction.rows<{ id: number }>(statement, [account, ids])).map(({ id }) => id));
    for (const { at, id } of list)
      if (!known.has(id)) problems.add(at, `names ${id}, and the account has no such ${what}`);
  };
  await check(
    gateways,
    "payment gateway",
    "select id from payment_gateways where account_id = $1 and id = any($2::bigint[])",
  );
  await check(sources, "source", "select id from sources where account_id = $1 and id = any($2::bigint[])");
  const bookings = [...named("bookingId", "booking_id"), ...channelLines];
  await check(bookings, "booking", "select id from bookings where account_id = $1 and id = any($2::bigint[])");
  await check(
    named("paymentId", "payment_id"),
    "payment",
    "select id from payments where account_id = $1 and id = any($2::bigint[])",
  );
  await checkPaymentsOfBookings(transaction, account, lines, problems);
}

interface NamingLine {
  readonly at: string;
  readonly bookingId: number | null;
  readonly paymentId: number | null;
}

/** A payment that is known must be one of the booking in whose line it stands. */
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
      problems.add(`${at}.payment_id`, `names ${paymentId}, which is no payment of the booking ${bookingId}`);
  }
}
