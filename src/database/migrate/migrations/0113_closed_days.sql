-- locks: rate_overrides, while columns are added

-- Days on which no stay arrives or departs. Null keeps older overrides; false opens the days that they close.
alter table rate_overrides
  add column closed_to_arrival boolean,
  add column closed_to_departure boolean,
  drop constraint rate_overrides_check1,
  add constraint rate_overrides_change_nights check (
    num_nonnulls(rate, percentage) <= 1
    and num_nonnulls(rate, percentage, minimum_stay, closed_to_arrival, closed_to_departure) >= 1
  );

select make_recorded_table('rate_overrides', 'rate_overrides', '{
  start_date,end_date,days,rate,percentage,minimum_stay,closed_to_arrival,closed_to_departure,created_at,rental_id
}', ended => 'deleted_at');

drop trigger recorded_with_rates_changed on rate_overrides;
drop trigger recorded_with_rates_made on rate_overrides;
drop function note_rates_of_rate_overrides();
select make_rates_part('rate_overrides', 'rentals', '%1$s.rental_id',
  $$datemultirange(daterange(%1$s.start_date, %1$s.end_date, '[]'))$$,
  '{rental_id,start_date,end_date,days,rate,percentage,minimum_stay,closed_to_arrival,closed_to_departure}', 'deleted_at');
