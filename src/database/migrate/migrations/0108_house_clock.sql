-- locks: none

-- A stay is over and its balance is due when the rental's own clock says so. start_at, end_at and balance_due_at are readings of that
-- clock, stored as if in UTC. No clock is more than 14 hours ahead of UTC or 12 behind: these bounds serve indexes.

create or replace function account_writes_to_guest(of_account bigint, of_booking bigint) returns boolean language plpgsql stable as $$
begin
  perform from bookings
  join rentals on rentals.account_id = bookings.account_id and rentals.id = bookings.rental_id
  join accounts on accounts.id = bookings.account_id and accounts.closed_at is null and not accounts.demo
  join clients on clients.account_id = bookings.account_id and clients.id = bookings.client_id
    and clients.forget_me_at is null and clients.processing_restricted_at is null and clients.emails -> 0 ->> 'email' <> ''
  where bookings.account_id = of_account and bookings.id = of_booking
    and bookings.booked and bookings.canceled_at is null and not bookings.imported and bookings.locked is null
    and bookings.end_at > now() at time zone rentals.time_zone at time zone 'UTC'
    and bookings.created_by_type <> 'Booking'
    and not exists (
      select from sources join applications on applications.id = sources.created_by_application_id
      where sources.account_id = of_account and sources.id = bookings.source_id
        and applications.client_id <> 'roost' and not applications.client_id ^@ 'roost-console-'
        and not exists (
          select from memberships where memberships.account_id = of_account
            and memberships.user_id = applications.registered_by_user_id and memberships.role in ('owner', 'manager')
        )
    );
  return found;
end
$$;

create or replace function balances_to_ask_for(most integer) returns table (account bigint, booking bigint)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select bookings.account_id, bookings.id from bookings
  join accounts on accounts.id = bookings.account_id
  join rentals on rentals.account_id = bookings.account_id and rentals.id = bookings.rental_id
  where bookings.booked and bookings.canceled_at is null
    and bookings.balance_due_at <= now() + interval '14 hours' and bookings.balance_due_at > now() - interval '3 days'
    and bookings.balance_due_at <= now() at time zone rentals.time_zone at time zone 'UTC'
    and bookings.balance_due_at > coalesce(bookings.booked_at, bookings.created_at) at time zone rentals.time_zone at time zone 'UTC'
    and bookings.final_price > bookings.paid_amount + bookings.authorized_amount
    and accounts.mails_balance_reminders and account_writes_to_guest(bookings.account_id, bookings.id)
    and not exists (
      select from mails where mails.account_id = bookings.account_id
        and mails.cause = format('balance %s %s', bookings.id, (bookings.balance_due_at at time zone 'UTC')::date)
    )
  order by bookings.balance_due_at limit most;
end
$$;
