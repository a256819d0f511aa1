-- locks: bookings_taxes

-- A shown fee of a booking looked up its taxes among all of the account's.
create index bookings_taxes_of_fee on bookings_taxes (account_id, bookings_fee_id, id) where bookings_fee_id is not null;
