-- The console benchmark's data: an account with 200 rentals of 250 stays each, one every four days, most of them upcoming.
-- Deterministic except for the current day.

insert into accounts (business_name, default_locale, selected_locales) values ('Maisons du Sud', 'en', '{en}');

insert into applications (name, client_id, client_secret_digest, scopes, rate_limit)
values ('Benchmark', 'benchmark', '\x00', '{}', 2000000000);

insert into accounts_applications (account_id, application_id, scopes)
select accounts.id, applications.id, '{}' from accounts, applications;

insert into rentals (account_id, name, currency, balance_due, damage_deposit, base_rate)
select accounts.id, 'Casa de la Playa ' || n, 'EUR', 30, 250, 90 + n % 70 from accounts cross join generate_series(1, 200) as n order by n;

insert into clients (account_id, fullname, firstname, lastname)
select accounts.id, 'Guest ' || n, 'Guest', n::text from accounts cross join generate_series(1, 200) as n order by n;

insert into bookings (
  account_id, rental_id, client_id, start_at, end_at, booked, unavailable, created_by_id, created_by_type, adults, currency,
  initial_price, final_rental_price, final_price, downpayment, damage_deposit, balance_due_at, notes
)
select
  account_id, id, (select min(id) from clients) + (id + slot) % 200, first_night + interval '16 hours',
  first_night + make_interval(days => 2 + (slot % 2), hours => 10), true, false, 1, 'Application', 2, 'EUR', 300, 300, 360, 90, 250,
  first_night, case when slot % 5 = 0 then 'They arrive with the late ferry.' end
from rentals cross join generate_series(0, 249) as slot
  cross join lateral (select (current_date - 100 + slot * 4 + (id % 3)::integer)::timestamptz as first_night) as days;

insert into users (email, fullname, password_digest) values ('owner@example.com', 'Rosa Robles', 'none');
insert into memberships (account_id, user_id, role) select accounts.id, users.id, 'owner' from accounts, users;
