-- So many nights before the arrival and after the departure of each stay are closed for other stays: the rental is prepared for guests.
-- Nothing is stored of those nights: they follow from the stays and from this number, and change with it (decision 0047).
alter table rentals add column preparation_days integer not null default 0
  constraint rentals_prepare_for_at_most_a_month check (preparation_days between 0 and 30);

-- A search asks which rentals prepare at all. Where none does, this index is empty and there is nothing more to ask.
create index rentals_that_prepare on rentals (account_id, id) include (preparation_days)
  where preparation_days > 0 and deleted_at is null;

-- The calendar is another one. An update of its own: the one under way has changed the rental's prices too, for all that anybody knows.
create function preparation_changed() returns trigger language plpgsql as $$
begin
  update rentals set calendar_version = calendar_version + 1 where account_id = new.account_id and id = new.id;
  return null;
end
$$;
create trigger preparation_changed after update on rentals for each row
  when (old.preparation_days <> new.preparation_days) execute function preparation_changed();

-- The maps are drawn with it: each view as it was, and one column more.
create or replace view availabilities with (security_invoker = true) as
  select rentals.account_id, rentals.id, rentals.id as rental_id, rentals.created_at, rentals.deleted_at,
    greatest(
      rentals.calendar_changed_at,
      date_trunc('month', now(), 'UTC'),
      (
        select max(bookings.tentative_expires_at) from bookings
        where bookings.account_id = rentals.account_id and bookings.rental_id = rentals.id and bookings.canceled_at is null
          and bookings.tentative_expires_at <= now()
      )
    ) as updated_at,
    rentals.preparation_days
  from rentals;

create or replace view change_overs with (security_invoker = true) as
  select availabilities.account_id, availabilities.id, availabilities.rental_id, rentals.rates_table_id, availabilities.deleted_at,
    greatest(
      availabilities.updated_at,
      rentals.prices_changed_at,
      rates_tables.prices_changed_at,
      case when exists (
        select from rates_rules
        where rates_rules.account_id = rentals.account_id and rates_rules.rates_table_id = rentals.rates_table_id
          and rates_rules.deleted_at is null and (
            rates_rules.kind in ('prevent_if_booked_ahead_of', 'prevent_if_booked_less_than')
            or (rates_rules.kind = 'prevent_gap' and rates_rules.variables ? 'until_length')
          )
      ) then date_trunc('day', now(), 'UTC') end
    ) as updated_at,
    rentals.preparation_days
  from availabilities
  join rentals on rentals.account_id = availabilities.account_id and rentals.id = availabilities.id
  left join rates_tables on rates_tables.account_id = rentals.account_id and rates_tables.id = rentals.rates_table_id;
