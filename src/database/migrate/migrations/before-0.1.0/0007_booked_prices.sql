-- Discount codes are used by bookings.

-- The dearest booking is 9,999,999,999.99 of its currency, which is more cents than an integer holds.
alter table discount_code_usages alter column amount_in_cents type bigint;

-- A booking that ends gives the use of its discount code back, whatever ended it: a cancelation, an update, a hold that expires. Here is
-- the one place that nobody can forget. When the use ended is the clock's word: a hold that expired is noted afterwards.
create function discount_code_given_back() returns trigger language plpgsql as $$
begin
  update discount_code_usages set canceled_at = clock_timestamp(), updated_at = clock_timestamp()
  where account_id = new.account_id and booking_id = new.id and canceled_at is null;
  return null;
end
$$;
create trigger discount_code_given_back after update on bookings for each row
  when (old.canceled_at is null and new.canceled_at is not null) execute function discount_code_given_back();
-- Every use that a booking has had, the last one first: whoever reinstates it takes that one again.
create index discount_code_usages_of_booking on discount_code_usages (account_id, booking_id, created_at);
