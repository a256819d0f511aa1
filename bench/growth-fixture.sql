-- The growth benchmark's data at one size: an account with `rentals` rentals of 50 bookings each, and `others` accounts with 100 such
-- rentals, booked in random order of accounts and arrivals. The temporary table `asked` has both numbers.
-- Deterministic except for the current day.

-- Row triggers and checks take most of the time and are not needed here: versions matter only for changes, and all keys are valid.
-- Statement triggers (counts) stay enabled. Indexes over millions of rows are built at the end.
create temporary table put_aside (place integer generated always as identity, back text);
do $$
declare one record;
begin
  -- Before the triggers: a deferrable constraint has one of its own.
  for one in select conname, pg_get_constraintdef(oid) as made from pg_constraint where conrelid = 'bookings'::regclass and contype = 'x' loop
    insert into put_aside (back) values (format('alter table bookings add constraint %I %s', one.conname, one.made));
    execute format('alter table bookings drop constraint %I', one.conname);
  end loop;
  for one in
    select tgrelid::regclass as owned, tgname from pg_trigger
    where tgrelid in ('bookings'::regclass, 'bookings_fees'::regclass, 'bookings_bookings_tags'::regclass) and tgtype & 1 = 1
  loop
    execute format('alter table %s disable trigger %I', one.owned, one.tgname);
    insert into put_aside (back) values (format('alter table %s enable trigger %I', one.owned, one.tgname));
  end loop;
  for one in
    select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as made from pg_index
    where indrelid = 'bookings'::regclass and not indisprimary
  loop
    insert into put_aside (back) values (one.made);
    execute format('drop index %s', one.name);
  end loop;
end
$$;

insert into applications (name, client_id, client_secret_digest, scopes, rate_limit)
values ('Benchmark', 'benchmark', '\x00', '{}', 2000000000);

-- The first account is the measured one.
insert into accounts (business_name, default_locale, selected_locales)
select 'Maisons du Sud ' || n, 'en', '{en,fr,es}' from asked, generate_series(0, others) as n order by n;

insert into accounts_applications (account_id, application_id, scopes)
select accounts.id, applications.id, '{}' from accounts, applications;

create temporary table homes as
select accounts.id as account_id, n, (n - 1) / 25 + 1 as table_n
from accounts cross join asked
  cross join lateral generate_series(1, case when accounts.business_name = 'Maisons du Sud 0' then rentals else 100 end) as n;

-- Realistic prices: a rates table per 25 rentals, seasons over three years, and some rules.
insert into rates_tables (account_id, name)
select account_id, jsonb_build_object('en', 'Table ' || table_n) from homes group by account_id, table_n order by account_id, table_n;
create temporary table tables as
select account_id, id, row_number() over (partition by account_id order by id) as n from rates_tables;
insert into seasons (account_id, rates_table_id, name, ratio_percentage, minimum_stay)
select account_id, id, jsonb_build_object('en', season), ratio, stay
from tables cross join (values ('Summer', 150, 5), ('Winter', 120, 3), ('Spring', 110, 2), ('Autumn', 90, 2)) as kinds (season, ratio, stay);
insert into periods (account_id, season_id, rates_table_id, start_date, end_date)
select account_id, seasons.id, rates_table_id, make_date(year, month, 1), make_date(year, month, 1) + 85
from seasons join (values ('Summer', 6), ('Winter', 12), ('Spring', 3), ('Autumn', 9)) as kinds (season, month) on name->>'en' = season
  cross join lateral (select extract(year from current_date)::integer + ahead as year from generate_series(-1, 2) as ahead) as years;
insert into rates_rules (account_id, rates_table_id, kind, always_applied, percentage, fixed_amount, variables)
select account_id, id, kind, true, percentage, amount, variables::jsonb
from tables cross join (values
  ('weekend_night', 20, null::numeric, '{"days": [5, 6]}'),
  ('additional_person_fixed_per_night', null, 15, '{"occupation_greater_than": 4}'),
  ('stay_at_least', -10, null, '{"length": 7, "unit": "days"}'),
  ('early_booking', -10, null, '{"length": 6, "unit": "months"}'),
  ('prevent_if_booked_ahead_of', null, null, '{"length": 2, "unit": "years"}')
) as rules (kind, percentage, amount, variables);

analyze accounts, rates_tables;
insert into rentals (
  account_id, name, headline, city, country_code, lat, lng, rental_type, currency, sleeps, sleeps_max, bedrooms_count, base_rate,
  absolute_min_price, min_price, max_price, downpayment, balance_due, damage_deposit, rates_table_id, published_at
)
select homes.account_id, 'Casa de la Playa ' || homes.n, '{"en": "Bright house, five minutes from the beach"}',
  (array['Nerja', 'Frigiliana', 'Maro', 'Torrox'])[1 + homes.n % 4], 'ES', 36.7 + (homes.n % 100) * 0.001, -3.9 + (homes.n / 100) * 0.001,
  (array['villa', 'apartment', 'house'])[1 + homes.n % 3], 'EUR', 4 + homes.n % 3, 6 + homes.n % 3, 2 + homes.n % 4,
  90 + (homes.n * 37) % 160, 60, 75, 400, 30, 30, 250, tables.id, now()
from homes join tables on tables.account_id = homes.account_id and tables.n = homes.table_n order by homes.account_id, homes.n;

insert into rentals_tags (account_id, name, color)
select accounts.id, jsonb_build_object('en', tag), '#008080' from accounts, unnest(array['Sea view', 'Dogs', 'Quiet']) as tag;
analyze rentals, rentals_tags;
insert into rentals_rentals_tags (account_id, rental_id, rentals_tag_id)
select rentals.account_id, rentals.id, rentals_tags.id from rentals join rentals_tags using (account_id)
where (rentals.id + rentals_tags.id) % 3 = 0;
insert into fees (account_id, name, kind, rate, rate_kind, downpayment_percentage, currency)
select accounts.id, '{"en": "Cleaning", "fr": "Ménage"}', 'other', 60, 'fixed', 0, 'EUR' from accounts;
insert into rentals_fees (account_id, rental_id, fee_id, required)
select rentals.account_id, rentals.id, fees.id, true from rentals join fees using (account_id);
insert into sources (account_id, name)
select accounts.id, source from accounts, unnest(array['Own website', 'Telephone', 'Airline desk']) as source order by accounts.id, source;
insert into bookings_tags (account_id, name, color)
select accounts.id, jsonb_build_object('en', tag), '#4b0082' from accounts, unnest(array['Regular', 'Wedding', 'To call']) as tag;

-- Two guests per rental.
insert into clients (account_id, fullname, firstname, lastname, emails)
select account_id, 'Guest ' || n, 'Guest', n::text, json_build_array(json_build_object('email', 'guest' || n || '@example.com'))
from homes cross join generate_series(1, 2) as side order by account_id, n;

create temporary table places as
select rentals.account_id, rentals.id as rental_id, fees.id as rentals_fee_id, rentals.id % 3 as shift,
  first_client + (row_number() over (partition by rentals.account_id order by rentals.id) - 1) * 2 as client_id, first_source
from rentals join rentals_fees as fees on fees.account_id = rentals.account_id and fees.rental_id = rentals.id
  join (select account_id, min(id) as first_client from clients group by account_id) as clients on clients.account_id = rentals.account_id
  join (select account_id, min(id) as first_source from sources group by account_id) as sources on sources.account_id = rentals.account_id;

-- One stay every two weeks, in the two years around today. `dice` is a stay's random number from 0 to 99.
insert into bookings (
  account_id, rental_id, client_id, source_id, start_at, end_at, booked, unavailable, tentative_expires_at, booked_at, canceled_at,
  cancelation_reason, created_by_id, created_by_type, adults, children, currency, initial_price, discount, final_rental_price,
  final_price, commission, downpayment, damage_deposit, paid_amount, balance_due_at, expected_checkin_time, door_key_code,
  external_reference, notes, created_at, updated_at
)
select
  account_id, rental_id,
  case when kind <> 'unavailable' then client_id + dice % 2 end, case when kind <> 'unavailable' then first_source + dice % 3 end,
  first_night + interval '16 hours', first_night + make_interval(days => 2 + dice % 5, hours => 10),
  kind = 'booked', kind = 'unavailable', case when kind = 'tentative' then now() + interval '30 days' end,
  case when kind = 'booked' then first_night - make_interval(days => dice) end,
  case when dice % 20 = 7 then first_night - interval '2 days' end, case when dice % 20 = 7 then 'canceled_by_client' end,
  1, 'Application', 1 + dice % 6, dice % 3, 'EUR', price, case when dice % 10 = 3 then '10%' end, price, price + 60,
  case when dice % 4 = 0 then 90 end, 210, 250, case when dice % 2 = 0 then 210 else 0 end, first_night - interval '30 days',
  case when dice % 3 = 0 then '17:30' end, case when dice % 4 = 1 then lpad((dice * 73)::text, 6, '0') end,
  case when dice % 2 = 1 then 'HMX' || rental_id || slot end,
  case dice % 5
    when 0 then 'They arrive with the late ferry; please leave the key in the box.'
    when 1 then E'Familie Müller asks for a "quiet" room.\nSecond stay: the first was in 2024.'
  end,
  now() - make_interval(days => 60 + dice), now() - make_interval(days => dice % 60)
from (
  select places.*, slot, dice, 700 + dice * 9.5 as price, (current_date - 350 + slot * 14 + shift::integer)::timestamptz as first_night,
    case when dice < 85 then 'booked' when dice < 93 then 'unavailable' else 'tentative' end as kind
  from places cross join generate_series(0, 49) as slot
    cross join lateral (select (abs(hashint8(rental_id * 1000 + slot)::bigint) % 100)::integer as dice)
  order by hashint8(rental_id * 1000 + slot)
) as stays;

insert into bookings_fees (account_id, booking_id, rentals_fee_id, fee_id, name, kind, price)
select bookings.account_id, bookings.id, rentals_fees.id, rentals_fees.fee_id, '{"en": "Cleaning"}', 'cleaning', 60
from bookings join rentals_fees using (account_id, rental_id) where bookings.id % 5 = 0;
insert into bookings_bookings_tags (account_id, booking_id, bookings_tag_id)
select bookings.account_id, bookings.id, first_tag + bookings.id % 3
from bookings join (select account_id, min(id) as first_tag from bookings_tags group by account_id) as tags using (account_id)
where bookings.id % 7 = 0;

do $$
declare one record;
begin
  for one in select back from put_aside order by place loop
    execute one.back;
  end loop;
  -- What statements have noted of their counts is put together by a job, which has had its time here.
  if to_regprocedure('fold_record_counts()') is not null then
    while (select fold_record_counts()) > 0 loop
    end loop;
  end if;
end
$$;
