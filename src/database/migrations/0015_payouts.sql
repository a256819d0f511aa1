-- Stays that ended, or may, with money of the guest: an owner's statement counts what was kept, and no other index has what was canceled.
create index bookings_ended_with_money on bookings (account_id, rental_id)
  where (canceled_at is not null or tentative_expires_at is not null) and paid_amount > 0;
