import type { Json } from "../../harness/client.ts";
import type { Persona } from "../persona.ts";
import type { Check, Evidence } from "./check.ts";

/** Checks that every record matches the last acknowledgement to its client. */
export const checkAcknowledged: Check = async (evidence) => {
  const [found, expected] = [await rowsOf(evidence), expectedOf(evidence.personas)];
  const violations: string[] = [];
  for (const [record, attributes] of expected) {
    const row = found.get(record);
    const { undecided, ...acknowledged } = attributes;
    // Only the clock decides whether a hold has expired.
    const shown: Json =
      row === undefined ? {} : { ...row, ...(undecided === true ? { canceled: acknowledged.canceled } : {}) };
    const wrong = Object.entries(acknowledged).filter(
      ([name, value]) => JSON.stringify(shown[name]) !== JSON.stringify(value),
    );
    if (wrong.length > 0)
      violations.push(`${record} is ${JSON.stringify(row)}, but was acknowledged as ${JSON.stringify(acknowledged)}.`);
  }
  return { subject: "records as they were acknowledged", count: expected.size, violations };
};

function expectedOf(personas: readonly Persona[]): Map<string, Json> {
  const expected = new Map<string, Json>();
  for (const { bookings, guests, groups, rental, rate, ratio, market } of personas) {
    for (const { id, marker, rental, start_at, end_at, notes, adults, canceled, expiresAt, fees, cash } of bookings) {
      const undecided = !canceled && expiresAt !== undefined;
      expected.set(`booking ${id}`, { marker, rental, start_at, end_at, notes, adults, canceled, undecided });
      // An expired or canceled booking keeps its fees.
      expected.set(`fees of ${id}`, { fees: fees.map((fee) => fee.marker).toSorted() });
      for (const payment of cash)
        expected.set(`payment ${payment.id}`, { amount: payment.amount, refunded: payment.refunded });
    }
    for (const { id, marker, fullname } of guests) expected.set(`client ${id}`, { marker, fullname });
    for (const id of groups) expected.set(`group ${id}`, { deleted: false });
    expected.set(`rental ${rental}`, { rate });
    if (ratio !== undefined) expected.set(`season ${market.season}`, { ratio });
  }
  return expected;
}

const statements: readonly string[] = [
  `select 'booking ' || id as record, external_reference as marker, rental_id::int as rental, (start_at at time zone 'UTC')::date::text as start_at,
     (end_at at time zone 'UTC')::date::text as end_at, notes, adults, canceled_at is not null as canceled from bookings`,
  `select 'fees of ' || bookings.id as record, coalesce(array_agg(marker order by marker collate "C") filter (where marker is not null), '{}') as fees
   from bookings left join (select account_id, booking_id, substring(name::text from 'c[0-9]+-[0-9]+') as marker from bookings_fees where canceled_at is null) as fees
     on fees.account_id = bookings.account_id and fees.booking_id = bookings.id group by bookings.id`,
  "select 'client ' || id as record, notes as marker, fullname from clients",
  `select 'payment ' || id as record, amount_in_cents::int as amount, coalesce((select -sum(amount_in_cents) from payments refund
     where refund.account_id = payments.account_id and refund.refunded_payment_id = payments.id), 0)::int as refunded from payments`,
  "select 'rental ' || id as record, base_rate::float8 as rate from rentals",
  "select 'season ' || id as record, ratio_percentage::float8 as ratio from seasons",
  "select 'group ' || id as record, deleted_at is not null as deleted from rental_link_groups",
];

async function rowsOf({ sql }: Evidence): Promise<Map<string, Json>> {
  const found = new Map<string, Json>();
  for (const statement of statements)
    for (const { record, ...row } of await sql.run(statement)) found.set(String(record), row);
  return found;
}
