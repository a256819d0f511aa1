-- The benchmarks' data: 10 accounts, 50 rentals each, 100 stays per rental, one a week, in the two years around today.
-- Deterministic except for the current day.

insert into accounts (business_name, default_locale, selected_locales)
select 'Maisons du Sud ' || n, 'en', '{en,fr,es}' from generate_series(1, 10) as n;

insert into applications (name, client_id, client_secret_digest, scopes, rate_limit)
values ('Benchmark', 'benchmark', '\x00', '{}', 2000000000);

insert into accounts_applications (account_id, application_id, scopes)
select accounts.id, applications.id, '{}' from accounts, applications;

insert into rentals (account_id, name, currency, balance_due, damage_deposit)
select accounts.id, 'Casa de la Playa ' || n, (array['EUR', 'GBP', 'USD'])[1 + n % 3], 30, 250
from accounts cross join generate_series(1, 50) as n order by n, accounts.id;

insert into rentals_tags (account_id, name, color)
select accounts.id, jsonb_build_object('en', tag), '#008080' from accounts, unnest(array['Sea view', 'Dogs', 'Quiet']) as tag;

insert into rentals_rentals_tags (account_id, rental_id, rentals_tag_id)
select rentals.account_id, rentals.id, rentals_tags.id from rentals join rentals_tags using (account_id)
where (rentals.id + rentals_tags.id) % 3 = 0;

insert into clients (account_id, fullname, firstname, lastname, emails)
select accounts.id, 'Guest ' || n, 'Guest', n::text, json_build_array(json_build_object('email', 'guest' || n || '@example.com'))
from accounts cross join generate_series(1, 200) as n order by accounts.id, n;

insert into sources (account_id, name)
select accounts.id, source from accounts, unnest(array['Own website', 'Telephone', 'Airline desk']) as source order by accounts.id, source;

insert into fees (account_id, name, kind, rate, rate_kind, downpayment_percentage, currency)
select accounts.id, jsonb_build_object('en', fee, 'fr', 'Frais: ' || fee), 'other', 60, 'fixed', 0, 'EUR'
from accounts, unnest(array['Cleaning', 'Bed linen', 'Late arrival']) as fee;

insert into rentals_fees (account_id, rental_id, fee_id)
select rentals.account_id, rentals.id, fees.id from rentals join fees using (account_id);

insert into bookings_tags (account_id, name, color)
select accounts.id, jsonb_build_object('en', tag), '#4b0082' from accounts, unnest(array['Regular', 'Wedding', 'To call']) as tag;

-- The triggers' lookups of rentals are planned once. Without statistics they would scan by account, which takes minutes.
analyze accounts, rentals, clients, sources;

-- Stays are booked in random order of arrival. `dice` is a stay's random number from 0 to 99.
insert into bookings (
  account_id, rental_id, client_id, source_id, start_at, end_at, booked, unavailable, tentative_expires_at, booked_at, canceled_at,
  cancelation_reason, created_by_id, created_by_type, adults, children, currency, initial_price, discount, final_rental_price,
  final_price, commission, downpayment, damage_deposit, paid_amount, balance_due_at, expected_checkin_time, door_key_code,
  external_reference, notes, created_at, updated_at
)
select
  account_id, rental_id,
  case when kind <> 'unavailable' then 200 * (account_id - (select min(id) from accounts)) + (select min(id) from clients) + dice * 2 end,
  case when kind <> 'unavailable' then 3 * (account_id - (select min(id) from accounts)) + (select min(id) from sources) + dice % 3 end,
  first_night + interval '16 hours', first_night + make_interval(days => nights, hours => 10),
  kind = 'booked', kind = 'unavailable', case when kind = 'tentative' then now() + interval '30 days' end,
  case when kind = 'booked' then first_night - make_interval(days => dice) end,
  case when dice % 20 = 7 then first_night - interval '2 days' end,
  case when dice % 20 = 7 then 'canceled_by_client' end,
  (select min(id) from applications) + (dice % 2), 'Application',
  case when kind <> 'unavailable' then 1 + dice % 6 end, case when kind <> 'unavailable' then dice % 3 end, currency, price,
  case when dice % 10 = 3 then '10%' end, price * case when dice % 10 = 3 then 0.9 else 1 end,
  price * case when dice % 10 = 3 then 0.9 else 1 end + case when dice % 5 < 2 then 60 else 0 end,
  case when dice % 4 = 0 then price * 0.15 end, price * 0.3, 250, case when dice % 2 = 0 then price * 0.3 else 0 end,
  first_night - interval '30 days',
  case when dice % 3 = 0 then '17:30' end, case when dice % 4 = 1 then lpad((dice * 73)::text, 6, '0') end,
  case when dice % 2 = 1 then 'HMX' || upper(substr(md5(rental_id || '/' || slot), 1, 8)) end,
  case dice % 5
    when 0 then 'They arrive with the late ferry; please leave the key in the box.'
    when 1 then E'Familie Müller asks for a "quiet" room.\nSecond stay: the first was in 2024.'
  end,
  now() - make_interval(days => 60 + dice), now() - make_interval(days => dice % 60)
from (
  select rentals.account_id, rentals.id as rental_id, rentals.currency, slot, dice, 2 + dice % 5 as nights, 700 + dice * 9.5 as price,
    (current_date - 350 + slot * 7 + (rentals.id % 3)::integer)::timestamptz as first_night,
    case when dice < 85 then 'booked' when dice < 93 then 'unavailable' else 'tentative' end as kind
  from rentals cross join generate_series(0, 99) as slot
    cross join lateral (select (abs(hashint8(rentals.id * 1000 + slot)::bigint) % 100)::integer as dice) as dices
) as stays
order by hashint8(rental_id * 1000 + slot);

insert into bookings_fees (account_id, booking_id, rentals_fee_id, fee_id, name, kind, price)
select bookings.account_id, bookings.id, rentals_fees.id, rentals_fees.fee_id, '{"en": "Cleaning"}', 'cleaning', 60
from bookings join rentals_fees using (account_id, rental_id)
where bookings.id % 5 < 2 and rentals_fees.id % 3 = 0;

insert into bookings_taxes (account_id, booking_id, taxable_id, taxable_type, name, percentage, amount, tax_included_in_price)
select account_id, id, rental_id, 'Rental', '{"en": "City tax"}', 2, 14, false from bookings where id % 5 = 1;

insert into booking_comments (account_id, booking_id, content)
select account_id, id, 'Called on Tuesday: the cot is wanted.' from bookings where id % 10 = 4;

insert into bookings_bookings_tags (account_id, booking_id, bookings_tag_id)
select bookings.account_id, bookings.id, bookings_tags.id from bookings join bookings_tags using (account_id)
where (bookings.id + bookings_tags.id) % 7 = 0;
