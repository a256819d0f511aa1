-- The console benchmark's data: an account with rentals of 183 stays each, one every four days over two years, most of them upcoming.
-- Deterministic except for the current day. console-rentals.sql adds the rentals.

insert into accounts (business_name, default_locale, selected_locales) values ('Maisons du Sud', 'en', '{en}');

insert into applications (name, client_id, client_secret_digest, scopes, rate_limit)
values ('Benchmark', 'benchmark', '\x00', '{}', 2000000000);

insert into accounts_applications (account_id, application_id, scopes)
select accounts.id, applications.id, '{}' from accounts, applications;

insert into clients (account_id, fullname, firstname, lastname)
select accounts.id, 'Guest ' || n, 'Guest', n::text from accounts cross join generate_series(1, 200) as n order by n;

insert into users (email, fullname, password_digest) values ('owner@example.com', 'Rosa Robles', 'none');
insert into memberships (account_id, user_id, role) select accounts.id, users.id, 'owner' from accounts, users;
