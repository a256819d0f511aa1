-- locks: nightly_rate_maps, rentals
-- Static rates follow from less than a rental's prices do: neither from fees, taxes and offers nor from applications. A version of their own
-- moves with what they follow from, so that nothing else makes a rental's rates stale (decision 0013).
alter table rentals add column rates_version bigint not null default 1;

create function rates_version_moved() returns trigger language plpgsql as $$
begin
  new.rates_version := old.rates_version + 1;
  return new;
end
$$;
create trigger rates_version_moved before update on rentals for each row
  when (
    (old.base_rate, old.base_rate_kind, old.currency, old.rates_table_id, old.sleeps, old.absolute_min_price, old.absolute_min_stay,
      old.nightly_rates_managed_externally)
    is distinct from (new.base_rate, new.base_rate_kind, new.currency, new.rates_table_id, new.sleeps, new.absolute_min_price,
      new.absolute_min_stay, new.nightly_rates_managed_externally)
  )
  execute function rates_version_moved();

create function rates_map_changed() returns trigger language plpgsql as $$
begin
  update rentals set rates_version = rates_version + 1, prices_version = prices_version + 1
    where account_id = new.account_id and id = new.rental_id;
  return null;
end
$$;
create or replace trigger prices_changed after update on nightly_rate_maps for each row
  when ((old.start_date, old.rates_map, old.minimum_stays_map) is distinct from (new.start_date, new.rates_map, new.minimum_stays_map))
  execute function rates_map_changed();

-- As in 0005, with the version that each is to be made from.
drop function stale_rates(date, bigint, bigint, integer);
create function stale_rates(today date, after_account bigint, after_rental bigint, most integer)
  returns table (account_id bigint, rental_id bigint, version text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select current.account_id, current.id, current.version
  from (
    select rentals.account_id, rentals.id, rentals.deleted_at, built.built_on, built.version as built_version,
      case when rentals.deleted_at is null
        then concat_ws('.', rentals.rates_version, coalesce(rates_tables.prices_version, 0)) else '' end as version
    from rentals
    left join rates_tables on rates_tables.account_id = rentals.account_id and rates_tables.id = rentals.rates_table_id
    left join rates_built as built on built.account_id = rentals.account_id and built.rental_id = rentals.id
  ) as current
  where (current.account_id, current.id) > (after_account, after_rental)
    and case
      when current.deleted_at is not null then current.built_version <> ''
      else current.built_on is distinct from today or current.built_version is distinct from current.version
    end
  order by current.account_id, current.id
  limit most;
end;
revoke execute on function stale_rates(date, bigint, bigint, integer) from public;
grant execute on function stale_rates(date, bigint, bigint, integer) to roost_app;
