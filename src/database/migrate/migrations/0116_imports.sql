-- locks: bookings, while its constraint is replaced and its index built again

-- Stays of one import may change places: it defers this check until all of them have moved. Every other transaction is
-- checked at each statement, as before.
alter table bookings drop constraint no_night_is_sold_twice,
  add constraint no_night_is_sold_twice exclude using gist (
    account_id with =, rental_id with =, nights with &&,
    (case when created_by_type = 'Booking' then int8range(id, id, '[]') else int8range(null::bigint, null::bigint) end) with &&
  ) where (canceled_at is null) deferrable initially immediate;

insert into change_types (resource, operation, type) values ('imports', 'finished', 'import.finished');

-- An import records payments too. As in baseline/10_records.sql.
create or replace function analyze_imported() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze (skip_locked) rentals, clients, bookings, imported_records, payments, bookings_payments;
end
$$;
