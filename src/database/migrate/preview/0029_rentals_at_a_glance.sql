-- A search looks at every rental of an account, and a rental's row is long: texts in many languages stand before what is asked for. This index
-- has what is asked of all of them: which there are, the versions of their prices, and the filters and sortings by what changes seldom.
create index rentals_at_a_glance on rentals (account_id, id)
  include (rates_table_id, prices_version, currency, published_at, sleeps, sleeps_max, bedrooms_count, lat, lng)
  where deleted_at is null;

-- Which rentals are closed by preparation days is asked of all calendars at once too (decision 0047): of stays alone, and so of bookings that are
-- not unavailable. The two indexes that answer by times without the table answer this as well now.
drop index bookings_by_start;
create index bookings_by_start on bookings (account_id, start_at) include (end_at, rental_id, tentative_expires_at, unavailable)
  where canceled_at is null;
drop index long_bookings_by_end;
create index long_bookings_by_end on bookings (account_id, end_at) include (start_at, rental_id, tentative_expires_at, unavailable)
  where canceled_at is null and end_at - start_at > interval '31 days';
