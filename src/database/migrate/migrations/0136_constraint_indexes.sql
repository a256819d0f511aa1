-- locks: applications_periods_rentals, bookings, periods, rates, while their constraints are replaced and the indexes built again

-- PostgreSQL can mark living entries of a GiST index as dead when one statement scans the index repeatedly while its first page
-- splits (docs/upstream/postgresql-gist.md). The constraint then overlooks their rows. A constraint scans its index once, so only
-- statements that the planner sends through such an index do this. No statement's condition implies num_nulls(…) = 1, so the
-- planner cannot use these indexes. Building them again restores the overlooked entries.
do $$
declare twice text;
begin
  set local enable_indexscan = off;
  set local enable_bitmapscan = off;
  select string_agg(format('%s and %s in rental %s', one.id, other.id, one.rental_id), ', ' order by one.id, other.id) into twice
  from bookings one join bookings other on other.account_id = one.account_id and other.rental_id = one.rental_id and other.id > one.id
    and other.nights && one.nights and (one.created_by_type <> 'Booking' or other.created_by_type <> 'Booking')
  where one.canceled_at is null and other.canceled_at is null;
  if twice is not null then
    raise exception 'Some bookings hold the same nights: %. Start the earlier version, cancel one of each pair, and upgrade again.', twice;
  end if;
end $$;

alter table bookings drop constraint no_night_is_sold_twice,
  add constraint no_night_is_sold_twice exclude using gist (
    account_id with =, rental_id with =, nights with &&,
    (case when created_by_type = 'Booking' then int8range(id, id, '[]') else int8range(null::bigint, null::bigint) end) with &&
  ) where (num_nulls(canceled_at) = 1) deferrable initially immediate;
alter table applications_periods_rentals drop constraint no_day_has_two_increases,
  add constraint no_day_has_two_increases exclude using gist (
    account_id with =, application_id with =, rental_id with =, daterange(start_date, end_date, '[]') with &&
  ) where (num_nulls(deleted_at) = 1);
alter table periods drop constraint no_night_has_two_seasons,
  add constraint no_night_has_two_seasons exclude using gist (
    account_id with =, rates_table_id with =, daterange(start_date, end_date, '[]') with &&
  ) where (num_nulls(archived_at) = 1);
alter table rates drop constraint no_night_has_two_rates,
  add constraint no_night_has_two_rates exclude using gist (
    account_id with =, rental_id with =, daterange(start_date, end_date, '[]') with &&
  ) where (num_nulls(deleted_at) = 1) deferrable initially deferred;
