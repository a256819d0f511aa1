-- locks: none

-- The demo mails the guests who book on its own site: without the confirmation nobody can try the whole way. Its invented guests get none.
create or replace function account_writes_to_guest(of_account bigint, of_booking bigint, after_stay interval) returns boolean
  language plpgsql stable as $$
begin
  perform from bookings
  join rentals on rentals.account_id = bookings.account_id and rentals.id = bookings.rental_id
  join accounts on accounts.id = bookings.account_id and accounts.closed_at is null and (not accounts.demo or exists (
    select from site_bookings where site_bookings.account_id = of_account and site_bookings.booking_id = of_booking
  ))
  join clients on clients.account_id = bookings.account_id and clients.id = bookings.client_id
    and clients.forget_me_at is null and clients.processing_restricted_at is null and clients.emails -> 0 ->> 'email' <> ''
  where bookings.account_id = of_account and bookings.id = of_booking
    and bookings.booked and bookings.canceled_at is null and not bookings.imported and bookings.locked is null
    and bookings.end_at + after_stay > now() at time zone rentals.time_zone at time zone 'UTC'
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
