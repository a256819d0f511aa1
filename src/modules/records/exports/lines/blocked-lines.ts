import { formatDay } from "../../../../core/day.ts";
import { formatInstant } from "../../../../kernel/values/time.ts";
import { booking } from "../../../stays/bookings/booking.ts";
import { type Column, valuesOf } from "./columns.ts";
import { type ExportScope, type Line, recordsById } from "./line-source.ts";

/** Adjoining nights of a rental that bookings of linked rentals hold. */
interface Block {
  /** The first mirror that holds them. */
  readonly id: number;
  readonly rental_id: number;
  /** Epoch days and milliseconds. */
  readonly first: number;
  readonly start_at: number;
  readonly end_at: number;
}

/** Nights that linked rentals hold, as unavailable lines: an import creates no links, and two mirrors may hold the same night. */
export async function blockedLines(scope: ExportScope, columns: readonly Column[]): Promise<Line[]> {
  const blocks = await scope.snapshot.database.rows<Block>(
    `select min(bookings.id) as id, blocks.rental_id, lower(blocks.nights) as first, min(bookings.start_at) as start_at,
       max(bookings.end_at) as end_at
     from (
       select mirrors.rental_id, unnest(range_agg(mirrors.nights)) as nights from bookings as mirrors
       join rentals on rentals.account_id = $1 and rentals.id = mirrors.rental_id and rentals.deleted_at is null
       where mirrors.account_id = $1 and mirrors.created_by_type = 'Booking' and mirrors.canceled_at is null
         and (mirrors.tentative_expires_at is null or mirrors.tentative_expires_at > statement_timestamp())
       group by mirrors.rental_id
     ) as blocks
     join bookings on bookings.account_id = $1 and bookings.rental_id = blocks.rental_id and bookings.nights <@ blocks.nights
       and bookings.created_by_type = 'Booking' and bookings.canceled_at is null
     group by blocks.rental_id, blocks.nights order by blocks.rental_id, blocks.nights`,
    [scope.account],
  );
  const attributes = ["created_at", ...columns.map(({ attribute }) => attribute)];
  const ids = blocks.map(({ id }) => id);
  const records = await recordsById(scope, booking, ids, attributes);
  return blocks.flatMap(({ id, rental_id, first, start_at, end_at }) => {
    const record = records.get(String(id));
    if (!record) return [];
    const { tentative_expires_at: _, damage_deposit: __, ...values } = valuesOf(record, columns);
    return [
      {
        external_reference: `blocked-${rental_id}-${formatDay(first)}`,
        ...{ rental: String(rental_id), status: "unavailable", created_at: record.created_at },
        ...{ ...values, start_at: formatInstant(start_at), end_at: formatInstant(end_at) },
      },
    ];
  });
}
