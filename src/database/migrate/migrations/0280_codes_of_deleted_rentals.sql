-- locks: none

-- Deleted rentals leave discount codes: a code that named one could not be saved again.
delete from discount_codes_rentals using rentals
where rentals.account_id = discount_codes_rentals.account_id and rentals.id = discount_codes_rentals.rental_id
  and rentals.deleted_at is not null;
