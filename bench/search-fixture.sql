-- The search benchmark's data: three accounts with 100, 1,000 and 10,000 rentals and realistic prices: a rates table per 25 rentals with
-- seasons over three years and rules of all 17 kinds, fees, taxes, offers, and 20 stays per rental in the two years around today.
-- Deterministic except for the current day.

-- Versions matter only for changes: nothing has been read yet.
alter table bookings disable trigger calendars_entered;

insert into applications (name, client_id, client_secret_digest, scopes, rate_limit)
values ('Benchmark', 'benchmark', '\x00', '{}', 2000000000);

create temporary table sizes as select row_number() over () as n, size from unnest(array[100, 1000, 10000]) as size;

insert into accounts (business_name, default_locale, selected_locales) select size || ' rentals', 'en', '{en,fr,es}' from sizes order by n;

insert into accounts_applications (account_id, application_id, scopes, default_price_increase)
select accounts.id, applications.id, '{}', 5 from accounts, applications;

create temporary table homes as
select accounts.id as account_id, one as n, (one - 1) / 25 + 1 as table_n
from sizes join accounts on accounts.business_name = sizes.size || ' rentals' cross join lateral generate_series(1, size) as one;

insert into rates_tables (account_id, name)
select account_id, jsonb_build_object('en', 'Table ' || table_n) from homes group by account_id, table_n order by account_id, table_n;
create temporary table tables as
select account_id, id, row_number() over (partition by account_id order by id) as n from rates_tables;

insert into seasons (account_id, rates_table_id, name, ratio_percentage, minimum_stay)
select account_id, id, jsonb_build_object('en', season), ratio, stay
from tables cross join (values ('Summer', 150, 5), ('Winter', 120, 3), ('Spring', 110, 2), ('Autumn', 90, 2)) as kinds (season, ratio, stay)
order by account_id, id, season;
insert into periods (account_id, season_id, rates_table_id, start_date, end_date)
select account_id, seasons.id, rates_table_id, make_date(year, month, 1), make_date(year, month, 1) + 85
from seasons join (values ('Summer', 6), ('Winter', 12), ('Spring', 3), ('Autumn', 9)) as kinds (season, month) on name->>'en' = season
  cross join lateral (select extract(year from current_date)::integer + ahead as year from generate_series(-1, 2) as ahead) as years;

-- Every second table also has the rules that depend on bookings.
insert into rates_rules (account_id, rates_table_id, kind, always_applied, start_date, end_date, percentage, fixed_amount, variables)
select account_id, id, kind, first is null, first, last, percentage, amount, variables::jsonb
from tables cross join (values
  ('weekend_night', null::date, null::date, 20, null, '{"days": [5, 6]}'),
  ('occupation_less_than', null, null, -10, null, '{"occupation_less_than": 3}'),
  ('additional_person_fixed_per_night', null, null, null, 15, '{"occupation_greater_than": 4}'),
  ('stay_at_least', null, null, -10, null, '{"length": 7, "unit": "days"}'),
  ('stay_at_least', null, null, -20, null, '{"length": 14, "unit": "days"}'),
  ('stay_shorter_than', null, null, 15, null, '{"length": 3, "unit": "days"}'),
  ('early_booking', null, null, -10, null, '{"length": 6, "unit": "months"}'),
  ('late_booking', null, null, -15, null, '{"length": 7, "unit": "days"}'),
  ('strict_minimum_price_per_night', null, null, -30, null, '{}'),
  ('charge_at_least', null, null, null, null, '{"length": 2, "unit": "days"}'),
  ('prevent_if_booked_ahead_of', null, null, null, null, '{"length": 2, "unit": "years"}'),
  ('prevent_if_booked_less_than', null, null, null, null, '{"length": 1, "unit": "days"}'),
  ('arrival_only', current_date + 400, current_date + 450, null, null, '{"days": [6]}'),
  ('departure_only', current_date + 400, current_date + 450, null, null, '{"days": [6]}'),
  ('full_period_only', current_date + 500, current_date + 503, null, null, '{}'),
  ('charge_at_least_full_period', current_date + 510, current_date + 513, null, null, '{}'),
  ('prevent_gap', null, null, null, null, '{"length": 2, "unit": "days", "until_length": 14, "until_unit": "days"}'),
  ('charge_at_least_if_available', null, null, null, null, '{"length": 4, "unit": "days"}')
) as rules (kind, first, last, percentage, amount, variables)
where n % 2 = 0 or kind not in ('prevent_gap', 'charge_at_least_if_available');

insert into rentals (
  account_id, name, headline, summary, description, city, country_code, lat, lng, rental_type, currency, sleeps, sleeps_max, bedrooms_count,
  base_rate, absolute_min_price, min_price, max_price, downpayment, balance_due, damage_deposit, rounding_kind, rates_table_id, published_at
)
select homes.account_id, 'Casa de la Playa ' || homes.n, '{"en": "Bright house, five minutes from the beach"}',
  jsonb_build_object('en', repeat('A quiet house with a garden and a view. ', 4), 'fr', repeat('Une maison calme avec jardin. ', 5)),
  jsonb_build_object('en', repeat('The house has a large kitchen, a terrace to the south and everything that a family needs. ', 8)),
  (array['Nerja', 'Frigiliana', 'Maro', 'Torrox'])[1 + homes.n % 4], 'ES', 36.7 + (homes.n % 100) * 0.001, -3.9 + (homes.n / 100) * 0.001,
  (array['villa', 'apartment', 'house'])[1 + homes.n % 3], 'EUR', 4 + homes.n % 3, 6 + homes.n % 3, 2 + homes.n % 4,
  90 + (homes.n * 37) % 160, 60, 75, 400, 30, 30, 250, (array['no-rounding', 'round-up', 'closest-marketing'])[1 + homes.n % 3], tables.id, now()
from homes join tables on tables.account_id = homes.account_id and tables.n = homes.table_n order by homes.account_id, homes.n;

insert into amenities (key, title) select 'amenity_' || n, jsonb_build_object('en', 'Amenity ' || n) from generate_series(1, 12) as n;
insert into rentals_amenities (account_id, rental_id, amenity_id)
select rentals.account_id, rentals.id, amenities.id from rentals cross join amenities where (rentals.id + amenities.id) % 2 = 0;
insert into bedrooms (account_id, rental_id, double_beds_count) select account_id, id, 1 from rentals cross join generate_series(1, 2);
insert into bathrooms (account_id, rental_id, bath_count, wc_count) select account_id, id, 1, 1 from rentals;
insert into rentals_tags (account_id, name, color)
select accounts.id, jsonb_build_object('en', tag), '#008080' from accounts, unnest(array['Sea view', 'Dogs', 'Quiet']) as tag;
insert into rentals_rentals_tags (account_id, rental_id, rentals_tag_id)
select rentals.account_id, rentals.id, rentals_tags.id from rentals join rentals_tags using (account_id) where (rentals.id + rentals_tags.id) % 3 = 0;
insert into special_offers (account_id, rental_id, name, discount, start_date, end_date)
select account_id, id, '{"en": "Early bird"}', 10, current_date, current_date + 200 from rentals where id % 5 = 0;

insert into fees (account_id, name, kind, rate, rate_kind, maximum_possible_rate, downpayment_percentage, currency)
select accounts.id, jsonb_build_object('en', fee, 'fr', 'Frais: ' || fee), 'other', rate, rate_kind, most, 0, 'EUR'
from accounts cross join (values
  ('Cleaning', 80, 'fixed', null), ('Bed linen', 12.5, 'fixed_per_person', null), ('Service', 3, 'percentage', 60), ('Late arrival', 30, 'fixed', null)
) as kinds (fee, rate, rate_kind, most);
insert into rentals_fees (account_id, rental_id, fee_id, required)
select rentals.account_id, rentals.id, fees.id, fees.name->>'en' <> 'Late arrival' from rentals join fees using (account_id);
insert into taxes (account_id, name, percentage, start_date)
select accounts.id, jsonb_build_object('en', tax), percentage, '2020-01-01' from accounts
cross join (values ('VAT', 10), ('City tax', 2), ('VAT on services', 21)) as kinds (tax, percentage);
insert into tax_rules (account_id, tax_id, compared_attribute, comparator, value)
select account_id, id, 'length_of_stay', '<', '28' from taxes where name->>'en' = 'City tax';
insert into rentals_taxes (account_id, rental_id, tax_id, tax_included_in_rate)
select rentals.account_id, rentals.id, taxes.id, taxes.name->>'en' = 'VAT' from rentals join taxes using (account_id)
where taxes.name->>'en' <> 'VAT on services';
insert into fees_taxes (account_id, fee_id, tax_id, tax_included_in_rate)
select fees.account_id, fees.id, taxes.id, false from fees join taxes using (account_id)
where fees.name->>'en' = 'Cleaning' and taxes.name->>'en' = 'VAT on services';

-- Stays are booked in random order of arrival. `dice` is a stay's random number from 0 to 99.
insert into bookings (
  account_id, rental_id, start_at, end_at, booked, unavailable, tentative_expires_at, canceled_at, created_by_id, created_by_type, adults,
  currency, initial_price, final_price
)
select account_id, rental_id, first_night + interval '16 hours', first_night + make_interval(days => 3 + dice % 8, hours => 10),
  dice < 85, dice >= 85 and dice < 93, case when dice >= 93 then now() + interval '30 days' end,
  case when dice % 20 = 7 then first_night - interval '2 days' end, 1, 'Application', 2, 'EUR', 700, 760
from (
  select rentals.account_id, rentals.id as rental_id, dice, (current_date - 365 + slot * 36 + (dice * 7) % 26)::timestamptz as first_night
  from rentals cross join generate_series(0, 19) as slot
    cross join lateral (select (abs(hashint8(rentals.id * 100 + slot)::bigint) % 100)::integer as dice)
) as stays
order by hashint8(rental_id * 100 + extract(epoch from first_night)::bigint);

alter table bookings enable trigger calendars_entered;
