-- The calendar of a rental as channels read it: its availability and its change-overs, each under the rental's id. Nothing is kept of
-- them: they are drawn from the bookings with every read.
--
-- updated_at is when the map last changed, whatever changed it: a booking; a hold that ended, also where the job has not come by yet; the
-- month, with whose first day both maps begin.

create view availabilities with (security_invoker = true) as
  select rentals.account_id, rentals.id, rentals.id as rental_id, rentals.created_at, rentals.deleted_at,
    greatest(
      rentals.calendar_changed_at,
      date_trunc('month', now(), 'UTC'),
      (
        select max(bookings.tentative_expires_at) from bookings
        where bookings.account_id = rentals.account_id and bookings.rental_id = rentals.id and bookings.canceled_at is null
          and bookings.tentative_expires_at <= now()
      )
    ) as updated_at
  from rentals;

-- Also what may be a rule: those of the rental's rates table, or that it has another table now. Where a rule counts from today, the map
-- is another one every day.
create view change_overs with (security_invoker = true) as
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
    ) as updated_at
  from availabilities
  join rentals on rentals.account_id = availabilities.account_id and rentals.id = availabilities.id
  left join rates_tables on rates_tables.account_id = rentals.account_id and rates_tables.id = rentals.rates_table_id;
