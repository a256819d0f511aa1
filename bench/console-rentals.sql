-- Adds rentals with their stays to the console benchmark's account, up to a total of `:rentals`.

insert into rentals (account_id, name, currency, balance_due, damage_deposit, base_rate)
select accounts.id, 'Casa de la Playa ' || n, 'EUR', 30, 250, 90 + n % 70
from accounts cross join generate_series((select count(*) + 1 from rentals), :rentals) as n order by n;

insert into bookings (
  account_id, rental_id, client_id, start_at, end_at, booked, unavailable, created_by_id, created_by_type, adults, currency,
  initial_price, final_rental_price, final_price, downpayment, damage_deposit, balance_due_at, notes
)
select
  account_id, id, (select min(id) from clients) + (id + slot) % 200, first_night + interval '16 hours',
  first_night + make_interval(days => 2 + (slot % 2), hours => 10), true, false, 1, 'Application', 2, 'EUR', 300, 300, 360, 90, 250,
  first_night, case when slot % 5 = 0 then 'They arrive with the late ferry.' end
from rentals cross join generate_series(0, 182) as slot
  cross join lateral (select (current_date - 100 + slot * 4 + (id % 3)::integer)::timestamptz as first_night) as days
where not exists (select from bookings where bookings.rental_id = rentals.id);

do $$ begin while fold_record_counts() > 0 loop end loop; end $$;
truncate change_outbox;
analyze;
