-- locks: bookings, while its constraint's index is built again

-- Stays of one import may change places: it defers this check until all of them have moved. Every other transaction is
-- checked at each statement, as before.
alter table bookings drop constraint no_night_is_sold_twice,
  add constraint no_night_is_sold_twice exclude using gist (
    account_id with =, rental_id with =, nights with &&,
    (case when created_by_type = 'Booking' then int8range(id, id, '[]') else int8range(null::bigint, null::bigint) end) with &&
  ) where (canceled_at is null) deferrable initially immediate;
