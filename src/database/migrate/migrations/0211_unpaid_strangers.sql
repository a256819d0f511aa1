-- locks: site_bookings, while a column is added

-- Whether the booking's hold made its client: nobody knew the guest before.
alter table site_bookings add column made_client boolean not null default false;
create index site_bookings_of_new_clients on site_bookings (account_id, booking_id) where made_client;

-- Clients whom unpaid holds on sites made, and whom nothing else refers to, a day after their last hold: a late payment
-- may still book one. For all accounts, or for one client.
create function unpaid_strangers(of_account bigint, of_client bigint) returns table (account bigint, client bigint)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select distinct clients.account_id, clients.id from site_bookings
    join bookings as held on held.account_id = site_bookings.account_id and held.id = site_bookings.booking_id
      and held.canceled_at < now() - interval '1 day'
    join clients on clients.account_id = site_bookings.account_id and clients.id = held.client_id
      and clients.forget_me_at is null and clients.merged_at is null
    where site_bookings.made_client and (of_account is null or site_bookings.account_id = of_account and clients.id = of_client)
      and not exists (
        select from bookings
        left join site_bookings as sold on sold.account_id = clients.account_id and sold.booking_id = bookings.id
        where bookings.account_id = clients.account_id and bookings.client_id = clients.id and (
          sold.booking_id is null or bookings.booked or bookings.canceled_at is null
          or bookings.canceled_at >= now() - interval '1 day' or exists (
            select from bookings_payments where bookings_payments.account_id = clients.account_id
              and bookings_payments.booking_id = bookings.id
          )
        )
      )
      and not exists (
        select from clients as merged where merged.account_id = clients.account_id and merged.merged_into_id = clients.id
      )
      and not exists (
        select from participants where participants.account_id = clients.account_id and participants.client_id = clients.id
      )
      and not exists (
        select from host_reviews where host_reviews.account_id = clients.account_id and host_reviews.client_id = clients.id
      );
end
$$;
revoke execute on function unpaid_strangers(bigint, bigint) from public;
grant execute on function unpaid_strangers(bigint, bigint) to roost_app;
