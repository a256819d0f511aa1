-- The guest search's data: an account with 50,000 guests and a stay of each, and one with 10,000 guests beside it. One in fifty is an Anna.
insert into applications (name, client_id, client_secret_digest, scopes, rate_limit)
values ('Benchmark', 'benchmark', '\x00', '{}', 2000000000);
insert into accounts (business_name) select 'Account ' || number from generate_series(1, 2) as number;
insert into accounts_applications (account_id, application_id, scopes) select accounts.id, applications.id, '{}' from accounts, applications;

create temporary table people as
select accounts.id as account_id, n, case when n % 50 = 0 then 'Anna' else initcap(substr(md5('first' || n % 211), 1, 6)) end as firstname,
  initcap(translate(substr(md5('last' || n % 4001), 1, 9), '0123456789', 'aeiouäöüéa')) as lastname
from accounts cross join lateral generate_series(1, case when accounts.id = (select min(id) from accounts) then 50000 else 10000 end) as n;
insert into clients (account_id, firstname, lastname, fullname, emails, phones)
select account_id, firstname, lastname, firstname || ' ' || lastname,
  json_build_array(json_build_object('email', lower(firstname) || '.' || n || '@mail' || n % 7 || '.example')),
  json_build_array(json_build_object('label', 'mobile', 'number', '0170 ' || lpad((n * 7919 % 10000000)::text, 7, '0'), 'country_code', 'DE'))
from people order by n;

insert into rentals (account_id, name) select id, 'Rental ' || n from accounts cross join generate_series(1, 100) as n;
create temporary table homes as
select account_id, id, row_number() over (partition by account_id order by id) as place from rentals;
create temporary table guests as
select account_id, id, (row_number() over (order by id) % 100) + 1 as place, (row_number() over (order by id) / 100)::integer * 2 as day
from clients where account_id = (select min(id) from accounts);
insert into bookings (account_id, rental_id, client_id, start_at, end_at, booked, unavailable, currency, created_by_id, created_by_type)
select homes.account_id, homes.id, guests.id, date '2030-01-01' + day, date '2030-01-02' + day, true, false, 'EUR', 1, 'Application'
from guests join homes on homes.account_id = guests.account_id and homes.place = guests.place;
