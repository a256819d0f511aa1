-- locks: bookings, while an index is built
-- Whether nights of a rental are taken is told by the first of its bookings that end behind them. None of the later ones begins before the
-- departure; that was seen in the row of each, and is now in the index.
drop index bookings_of_calendar;
create index bookings_of_calendar on bookings (account_id, rental_id, end_at, start_at) include (tentative_expires_at)
  where canceled_at is null;
