-- locks: none

-- The statement that shows a booking computes its payment schedule.
drop function payment_schedule(numeric, numeric, numeric, numeric, numeric, timestamptz, timestamptz, timestamptz);
