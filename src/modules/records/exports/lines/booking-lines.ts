import { booking } from "../../../stays/bookings/booking.ts";
import { blockedLines } from "./blocked-lines.ts";
import { type Column, columnsOf, valuesOf } from "./columns.ts";
import { batchSize, type ExportScope, type Line, type LineSource, pages, recordsById } from "./line-source.ts";
import type { ReferencedBooking, ReferenceOf } from "./reference.ts";

/** The line has these in its own form, or they are meaningless in another account. */
const omitted = new Set(["booked", "unavailable", "external_reference", "imported", "locked"]);

/** Columns that are not attributes of a booking. */
const ownColumns = ["external_reference", "rental", "client", "source", "status", "created_at"];

interface BookingRow extends ReferencedBooking {
  readonly rental_id: number;
  readonly client_id: number | null;
  readonly source: string | null;
}

/** The bookings of the account's rentals. An erased guest's stay has no guest. */
export async function bookingLines(scope: ExportScope, referenceOf: ReferenceOf): Promise<LineSource> {
  const { account, locales } = scope;
  const { database } = scope.snapshot;
  const columns = columnsOf(booking, locales, omitted);
  const attributes = ["status", "created_at", ...columns.map(({ attribute }) => attribute)];
  const counted = await database.row<{ count: number }>(
    `select count(*) as count from bookings
     join rentals on rentals.account_id = $1 and rentals.id = bookings.rental_id and rentals.deleted_at is null
     where bookings.account_id = $1 and bookings.created_by_type <> 'Booking'`,
    [account],
  );
  const page = (after: number) =>
    database.rows<BookingRow>(
      `select bookings.id, bookings.external_reference, bookings.created_at as created,
         bookings.rental_id, case when clients.forget_me_at is null then bookings.client_id end as client_id, sources.name as source
       from bookings
       join rentals on rentals.account_id = $1 and rentals.id = bookings.rental_id and rentals.deleted_at is null
       left join clients on clients.account_id = $1 and clients.id = bookings.client_id
       left join sources on sources.account_id = $1 and sources.id = bookings.source_id
       where bookings.account_id = $1 and bookings.id > $2 and bookings.created_by_type <> 'Booking'
       order by bookings.id limit $3`,
      [account, after, batchSize],
    );
  const batches = async function* () {
    for await (const rows of pages(page)) {
      const ids = rows.map(({ id }) => id);
      const records = await recordsById(scope, booking, ids, attributes);
      const lines = rows.flatMap((row) => {
        const record = records.get(String(row.id));
        return record ? [lineOf(row, record, columns, referenceOf)] : [];
      });
      yield { records: rows.length, lines };
    }
    yield { records: 0, lines: await blockedLines(scope, columns) };
  };
  return {
    kind: "bookings",
    columns: [...ownColumns, ...columns.map(({ name }) => name)],
    records: counted?.count ?? 0,
    batches: batches(),
  };
}

function lineOf(row: BookingRow, record: Line, columns: readonly Column[], referenceOf: ReferenceOf): Line {
  const status = String(record.status).toLowerCase();
  const values = valuesOf(record, columns);
  const { tentative_expires_at: expiry, damage_deposit: deposit, ...others } = values;
  return {
    external_reference: referenceOf(row),
    rental: String(row.rental_id),
    ...(row.client_id === null ? {} : { client: String(row.client_id) }),
    ...(row.source === null ? {} : { source: row.source }),
    status,
    created_at: record.created_at,
    ...others,
    // A canceled booking may once have been a hold, and a block has no deposit.
    ...(status === "tentative" ? { tentative_expires_at: expiry } : {}),
    ...(status === "unavailable" || deposit === undefined ? {} : { damage_deposit: deposit }),
  };
}
