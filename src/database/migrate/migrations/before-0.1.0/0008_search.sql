-- Which rentals are free is asked of all of an account's calendars at once. The index behind the exclusion constraint goes calendar by
-- calendar, and row-level security keeps it from being asked by nights at all: && on ranges is not leakproof. These two are asked by
-- start_at and end_at (src/bookings/booking-conditions.ts), and answer without the table.

create index bookings_by_start on bookings (account_id, start_at) include (end_at, rental_id, tentative_expires_at)
  where canceled_at is null;

-- The few that begin long before the night that they hold.
create index long_bookings_by_end on bookings (account_id, end_at) include (start_at, rental_id, tentative_expires_at)
  where canceled_at is null and end_at - start_at > interval '31 days';

-- One calendar from a day on: what a new booking, and a map of the calendar, look at. Without the bookings of former years.
create index bookings_of_calendar on bookings (account_id, rental_id, end_at) include (start_at, tentative_expires_at)
  where canceled_at is null;
