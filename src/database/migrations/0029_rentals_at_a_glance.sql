-- A search looks at every rental of an account, and a rental's row is long: texts in many languages stand before what is asked for. This index
-- has what is asked of all of them: which there are, the versions of their prices, and the filters and sortings by what changes seldom.
create index rentals_at_a_glance on rentals (account_id, id)
  include (rates_table_id, prices_version, currency, published_at, sleeps, sleeps_max, bedrooms_count, lat, lng)
  where deleted_at is null;
