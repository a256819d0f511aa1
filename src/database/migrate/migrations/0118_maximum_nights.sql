-- locks: fees, rentals_fees, while a column is added

-- How many nights of a stay a tourist tax counts for each person; null for all.
alter table fees add column maximum_nights integer check (maximum_nights > 0);
alter table rentals_fees add column maximum_nights integer check (maximum_nights > 0);

select make_recorded_table('fees', 'fees', '{
  kind,headline,name,rate,rate_kind,archived_at,created_at,downpayment_percentage,currency,maximum_possible_rate,maximum_nights,notes
}', 'archived_at');
select make_content_table('fees');
drop trigger recorded_with_rates_changed on fees;
drop function note_rates_of_fees();
select make_rates_part('fees', 'fees', '%1$s.id', 'nights_ahead()',
  '{rate,rate_kind,maximum_possible_rate,maximum_nights,currency}', 'archived_at', made => false);

select make_recorded_table('rentals_fees', 'rentals_fees', '{
  always_applied,start_date,end_date,maximum_bookable,maximum_nights,public,required,archived_at,created_at,fee_id,rental_id
}', 'archived_at');
select make_content_table('rentals_fees');
drop trigger recorded_with_rates_changed on rentals_fees;
drop trigger recorded_with_rates_made on rentals_fees;
drop function note_rates_of_rentals_fees();
select make_rates_part('rentals_fees', 'rentals', '%1$s.rental_id', 'nights_ahead()',
  '{rental_id,fee_id,always_applied,start_date,end_date,maximum_bookable,maximum_nights,required}', 'archived_at');
