-- A page of bookings that is asked for by its number passes over the ids before it: here, with all that the list's condition asks, and without
-- the rows. Writing waits while the index is built: some seconds for a million bookings.
create index bookings_by_id on bookings (account_id, id) include (end_at, canceled_at, tentative_expires_at);
