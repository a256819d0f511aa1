-- Static rates are served: a job keeps them to what prices say (pricing.md §4).

-- What the stored rates of a rental were made from. A rental without a row has never had any made.
create table rates_built (
  account_id bigint not null,
  rental_id bigint not null,
  -- Of its prices (src/rates/prices-version.ts); empty once the rental is gone, and its rates with it.
  version text not null,
  -- The UTC date: the nights that have rates move on at midnight.
  built_on date not null,
  primary key (account_id, rental_id),
  foreign key (account_id, rental_id) references rentals
);
alter table rates_built enable row level security;
create policy own_accounts on rates_built to roost_app using (account_id = any ((select roost_accounts())::bigint[]));

-- At the end of the transaction: a border between two rates moves in two rows.
alter table rates drop constraint no_night_has_two_rates;
alter table rates add constraint no_night_has_two_rates exclude using gist (
  account_id with =, rental_id with =, daterange(start_date, end_date, '[]') with &&
) where (deleted_at is null) deferrable initially deferred;

-- The live ones, by rental: those of every night that has passed stay, deleted, for who asks what has gone.
drop index rates_of_rental;
create index rates_of_rental on rates (account_id, rental_id, id) where deleted_at is null;

-- A rental's record names its rates, and so changes when one comes or goes. What the static rates say of a rental follows from its
-- prices and does not change them.
alter table rentals add column static_rates_version bigint not null default 1;
drop trigger rental_changed on rentals;
create trigger rental_changed before update on rentals for each row
  when (
    new.calendar_version = old.calendar_version
    and (new.min_price, new.max_price, new.static_rates_version)
      is not distinct from (old.min_price, old.max_price, old.static_rates_version)
  )
  execute function rental_changed();

-- When rates of exchange were last loaded is asked with every exchanged price.
create index exchange_rates_by_loading on exchange_rates (loaded_at);

-- The rentals of all accounts whose rates were made from other prices than today's, in the order of their keys: nobody's request, and so
-- a function of the database's owner. The version is that of src/rates/prices-version.ts; a test holds the two together.
create function stale_rates(today date, after_account bigint, after_rental bigint, most integer)
  returns table (account_id bigint, rental_id bigint)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select rentals.account_id, rentals.id
  from rentals
  join accounts on accounts.id = rentals.account_id
  left join rates_tables on rates_tables.account_id = rentals.account_id and rates_tables.id = rentals.rates_table_id
  left join rates_built as built on built.account_id = rentals.account_id and built.rental_id = rentals.id
  where (rentals.account_id, rentals.id) > (after_account, after_rental)
    and case
      when rentals.deleted_at is not null then built.version <> ''
      else built.built_on is distinct from today or built.version is distinct from
        concat_ws('.', rentals.prices_version, coalesce(rates_tables.prices_version, 0), accounts.prices_version)
    end
  order by rentals.account_id, rentals.id
  limit most;
end;
revoke execute on function stale_rates(date, bigint, bigint, integer) from public;
grant execute on function stale_rates(date, bigint, bigint, integer) to roost_app;
