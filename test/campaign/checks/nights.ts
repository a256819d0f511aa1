import type { Check } from "./check.ts";

interface Held {
  readonly account: number;
  readonly id: number;
  readonly rental: number;
  readonly arrival: number;
  readonly departure: number;
  readonly mirror: boolean;
}

/** Checks each night without the constraint: only mirrors may share one. */
export const checkNights: Check = async ({ sql }) => {
  const rows = await sql.run<Held & Record<string, unknown>>(
    `select account_id::int as account, id::int, rental_id::int as rental, created_by_type = 'Booking' as mirror,
       (start_at at time zone 'UTC')::date - date '1970-01-01' as arrival, (end_at at time zone 'UTC')::date - date '1970-01-01' as departure
     from bookings where canceled_at is null order by id`,
  );
  const violations: string[] = [];
  const nights = new Map<string, Held>();
  for (const held of rows) {
    for (let night = held.arrival; night < held.departure; night++) {
      const key = `${held.rental} ${night}`;
      const other = nights.get(key);
      if (other && !(other.mirror && held.mirror))
        violations.push(`Rental ${held.rental} is held by bookings ${other.id} and ${held.id} in the night ${night}.`);
      // A later mirror conflicts with a booking, but not with a mirror.
      if (!other || other.mirror) nights.set(key, held);
    }
  }
  return { subject: "nights held once", count: nights.size, violations };
};
