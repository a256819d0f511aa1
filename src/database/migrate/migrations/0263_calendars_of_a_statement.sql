-- locks: bookings, rentals, while triggers are replaced

-- New bookings move each of their calendars once for a statement: a booking in linked rentals places its mirrors in one.
create function calendars_entered() returns trigger language plpgsql as $$
declare
  once constant boolean := coalesce(current_setting('roost.counts_calendars', true), '') = 'once';
  entered record;
  moved bigint[];
begin
  for entered in select account_id, array_agg(distinct rental_id) as rentals from made where true group by account_id loop
    moved := entered.rentals;
    if once then
      select array_agg(id) into moved from rentals where account_id = entered.account_id and id = any (entered.rentals)
        and (xmin = pg_current_xact_id()::xid and calendar_changed_at >= now()) is not true;
    end if;
    update rentals set calendar_version = calendar_version + 1 where account_id = entered.account_id and id = any (moved);
  end loop;
  return null;
end
$$;
drop trigger calendar_made on bookings;
create trigger calendars_entered after insert on bookings referencing new table as made for each statement
  execute function calendars_entered();
create trigger calendar_left after delete on bookings for each row execute function calendar_changed();

-- PostgreSQL reads a trigger's condition from its stored text with every statement, but its columns first. A booking updates its
-- rental's calendar_version only.
create or replace trigger automations_of_changed_rental after update of time_zone on rentals for each row
  when (old.time_zone is distinct from new.time_zone) execute function automations_of_rental();
create or replace trigger automations_of_inquired_rental after update of time_zone on rentals for each row
  when (old.time_zone is distinct from new.time_zone) execute function automations_of_inquiries();
create or replace trigger generated_map_changed
  after update of base_rate, base_rate_kind, rates_table_id, nightly_rates_managed_externally on rentals for each row
  when (
    (old.base_rate, old.base_rate_kind, old.rates_table_id, old.nightly_rates_managed_externally)
    is distinct from (new.base_rate, new.base_rate_kind, new.rates_table_id, new.nightly_rates_managed_externally)
  )
  execute function generated_map_changed();
create or replace trigger linked_name_changed after update of name on rentals for each row
  when (old.name is distinct from new.name) execute function linked_name_changed();
create or replace trigger preparation_changed after update of preparation_days on rentals for each row
  when (old.preparation_days <> new.preparation_days) execute function preparation_changed();
create or replace trigger rates_version_moved
  before update of base_rate, base_rate_kind, currency, rates_table_id, sleeps, absolute_min_price, absolute_min_stay,
    nightly_rates_managed_externally on rentals for each row
  when (
    (old.base_rate, old.base_rate_kind, old.currency, old.rates_table_id, old.sleeps, old.absolute_min_price, old.absolute_min_stay,
      old.nightly_rates_managed_externally)
    is distinct from (new.base_rate, new.base_rate_kind, new.currency, new.rates_table_id, new.sleeps, new.absolute_min_price,
      new.absolute_min_stay, new.nightly_rates_managed_externally)
  )
  execute function rates_version_moved();
