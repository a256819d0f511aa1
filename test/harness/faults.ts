export const isLive = (table: string): string =>
  `${table}.canceled_at is null and (${table}.tentative_expires_at is null or ${table}.tentative_expires_at > now())`;
export const isMirror = (table: string): string => `${table}.created_by_type = 'Booking'`;
export const ofDays = (table: string, column: string): string => `(${table}.${column} at time zone 'UTC')::date`;
const linked = `select distinct rental_links.account_id, source_rental_id, destination_rental_id from rental_links where deleted_at is null`;

/** Booking invariants, each with a statement that finds violations from the rows alone. */
export const bookingFaults: Readonly<Record<string, string>> = {
  "a night that is held twice, and not by mirrors alone": `
    select one.id, other.id as other from bookings one join bookings other
      on one.account_id = other.account_id and one.rental_id = other.rental_id and one.id < other.id
    where one.canceled_at is null and other.canceled_at is null and not (${isMirror("one")} and ${isMirror("other")})
      and ${ofDays("one", "start_at")} < ${ofDays("other", "end_at")} and ${ofDays("other", "start_at")} < ${ofDays("one", "end_at")}`,
  "a live booking without just one mirror like it in each linked rental": `
    select bookings.id, linked.destination_rental_id as rental from bookings
    join (${linked}) linked on linked.account_id = bookings.account_id and linked.source_rental_id = bookings.rental_id
    where ${isLive("bookings")} and not ${isMirror("bookings")} and 1 <> (
      select count(*) from bookings mirror
      where mirror.account_id = bookings.account_id and mirror.rental_id = linked.destination_rental_id and ${isMirror("mirror")}
        and mirror.created_by_id = bookings.id and mirror.canceled_at is null and mirror.unavailable
        and (mirror.start_at, mirror.end_at) = (bookings.start_at, bookings.end_at)
        and mirror.tentative_expires_at is not distinct from bookings.tentative_expires_at
    )`,
  "a live mirror without a live booking in a linked rental behind it": `
    select mirror.id from bookings mirror
    where ${isMirror("mirror")} and ${isLive("mirror")} and not exists (
      select from bookings origin
      join (${linked}) linked on linked.account_id = origin.account_id and linked.source_rental_id = origin.rental_id
      where origin.account_id = mirror.account_id and origin.id = mirror.created_by_id and ${isLive("origin")}
        and not ${isMirror("origin")} and linked.destination_rental_id = mirror.rental_id
    )`,
  // Null when there is nothing to add up: no rental price, fee or tax.
  "a final price that is not the sum of its lines": `
    select id, final_price from bookings
    cross join lateral (select count(*), sum(price * times_booked) filter (where included_in_price) as total from bookings_fees fees
      where fees.account_id = bookings.account_id and fees.booking_id = bookings.id and fees.canceled_at is null) as fees
    cross join lateral (select count(*), sum(amount) filter (where not tax_included_in_price) as total from bookings_taxes taxes
      where taxes.account_id = bookings.account_id and taxes.booking_id = bookings.id and taxes.canceled_at is null) as taxes
    where not ${isMirror("bookings")} and not final_price_given and final_price is distinct from case
      when final_rental_price is not null or fees.count > 0 or taxes.count > 0
      then coalesce(final_rental_price, 0) + coalesce(fees.total, 0) + coalesce(taxes.total, 0) end`,
};

/** SQL: a payment that counts for its booking. */
const counts = "payments.canceled_at is null and payments.rejected_at is null";
const ofBooking = `from bookings_payments as lines join payments on payments.account_id = lines.account_id and payments.id = lines.payment_id
  where lines.account_id = bookings.account_id and lines.booking_id = bookings.id`;

/** Money invariants, each with a statement that finds violations. */
export const moneyFaults: Readonly<Record<string, string>> = {
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
