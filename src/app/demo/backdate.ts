import type { Transaction } from "../../database/sql/transaction.ts";
import type { Dated } from "./seed/seed-bookings.ts";

/** Tables whose rows date from the account's first day. */
const originalTables = [
  "accounts_applications", "rentals", "bedrooms", "bathrooms", "living_rooms", "rentals_amenities", "rentals_tags", "fees",
  "rentals_fees", "taxes", "sources", "bookings_tags", "clients", "nightly_rate_maps", "mid_term_rate_maps", "rates_tables",
  "seasons", "periods", "rates_rules", "rentals_taxes", "payment_gateways", "hosts", "contacts", "rental_contacts",
  "message_templates", "calendar_feeds", "rental_link_groups", "rental_links", "booking_sites", "rental_agreements", "discount_codes",
]; // biome-ignore format: one list, read as one

/**
 * Backdates the demo's records to realistic times, which no route can set. A client that asks for changes since today then does not receive
 * the whole demo.
 * @param opened when the account was opened (epoch milliseconds)
 * @param now the demo's present (epoch milliseconds)
 */
export async function backdate(
  transaction: Transaction,
  account: number,
  dates: {
    readonly opened: number;
    readonly now: number;
    readonly bookings: readonly Dated[];
    readonly clients: readonly Dated[];
  },
): Promise<void> {
  const opened = new Date(dates.opened).toISOString();
  await transaction.run("update accounts set created_at = $2, updated_at = $2 where id = $1", [account, opened]);
  for (const table of originalTables) {
    await transaction.run(`update ${table} set created_at = $2, updated_at = $2 where account_id = $1`, [
      account,
      opened,
    ]);
  }
  const dated = "json_to_recordset($2) as dated (id bigint, at timestamptz)";
  await transaction.run(
    `update clients set created_at = dated.at, updated_at = dated.at from ${dated}
     where clients.account_id = $1 and clients.id = dated.id`,
    [account, json(dates.clients)],
  );
  await transaction.run(
    `update bookings set created_at = dated.at, contract_updated_at = dated.at,
       updated_at = greatest(dated.at, bookings.canceled_at)
     from ${dated} where bookings.account_id = $1 and bookings.id = dated.id`,
    [account, json(dates.bookings)],
  );
  for (const part of ["bookings_fees", "bookings_taxes", "scheduled_actions", "tasks"]) {
    await transaction.run(
      `update ${part} set created_at = bookings.created_at, updated_at = bookings.created_at from bookings
       where ${part}.account_id = $1 and bookings.account_id = $1 and bookings.id = ${part}.booking_id`,
      [account],
    );
  }
  // Comments on a past stay date from its end.
  const commentedAt = "case when bookings.end_at < $2 then bookings.end_at else bookings.created_at end";
  await transaction.run(
    `update booking_comments set created_at = ${commentedAt}, updated_at = ${commentedAt} from bookings
     where booking_comments.account_id = $1 and bookings.account_id = $1 and bookings.id = booking_comments.booking_id`,
    [account, new Date(dates.now).toISOString()],
  );
}

function json(dated: readonly Dated[]): string {
  return JSON.stringify(dated.map(({ id, at }) => ({ id, at: new Date(at).toISOString() })));
}
