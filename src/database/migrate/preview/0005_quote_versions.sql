-- Versions of what prices are made of (decision 0013): counters that move in the transaction of every change,
-- whatever code makes it. A rental's prices are made of the version of the rental, of its rates table, and of the account; its bookings
-- have rentals.calendar_version. Beside each version stands when it last moved: who keeps copies of length-of-stay records or maps asks
-- for what changed since.

alter table rentals
  add column prices_version bigint not null default 1,
  add column calendar_version bigint not null default 1,
  add column prices_changed_at timestamptz not null default statement_timestamp(),
  add column calendar_changed_at timestamptz not null default statement_timestamp(),
  -- A rental's record names its rates, and so changes when one comes or goes.
  add column static_rates_version bigint not null default 1;
alter table accounts
  add column prices_version bigint not null default 1,
  add column prices_changed_at timestamptz not null default statement_timestamp();

-- The clock, and not the transaction's beginning: of two changes of one row the later one has the later time (decision 0007).
create function rental_changed() returns trigger language plpgsql as $$
begin
  new.prices_version := old.prices_version + 1;
  new.prices_changed_at := clock_timestamp();
  return new;
end
$$;
-- Any change to the row itself, whatever its column: nobody has to think of it. A changed calendar is counted on its own. What the static
-- rates say of a rental follows from its prices and does not change them.
create trigger rental_changed before update on rentals for each row
  when (
    new.calendar_version = old.calendar_version
    and (new.min_price, new.max_price, new.static_rates_version)
      is not distinct from (old.min_price, old.max_price, old.static_rates_version)
  )
  execute function rental_changed();

create function calendar_version_moved() returns trigger language plpgsql as $$
begin
  new.calendar_changed_at := clock_timestamp();
  return new;
end
$$;
create trigger calendar_version_moved before update on rentals for each row
  when (new.calendar_version <> old.calendar_version) execute function calendar_version_moved();

create function prices_version_moved() returns trigger language plpgsql as $$
begin
  new.prices_changed_at := clock_timestamp();
  return new;
end
$$;
create trigger prices_version_moved before update on rates_tables for each row
  when (new.prices_version <> old.prices_version) execute function prices_version_moved();
create trigger prices_version_moved before update on accounts for each row
  when (new.prices_version <> old.prices_version) execute function prices_version_moved();

create function prices_of_rental_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update rentals set prices_version = prices_version + 1 where account_id = old.account_id and id = old.rental_id;
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.rental_id <> old.rental_id) then
    update rentals set prices_version = prices_version + 1 where account_id = new.account_id and id = new.rental_id;
  end if;
  return null;
end
$$;
create trigger prices_changed after insert or update or delete on rentals_fees for each row execute function prices_of_rental_changed();
create trigger prices_changed after insert or update or delete on rentals_taxes for each row execute function prices_of_rental_changed();
create trigger prices_changed after insert or update or delete on special_offers for each row execute function prices_of_rental_changed();
create trigger prices_changed after insert or update or delete on applications_periods_rentals
  for each row execute function prices_of_rental_changed();
create trigger prices_changed after update on nightly_rate_maps for each row
  when ((old.start_date, old.rates_map, old.minimum_stays_map) is distinct from (new.start_date, new.rates_map, new.minimum_stays_map))
  execute function prices_of_rental_changed();
create trigger prices_changed after update on mid_term_rate_maps for each row
  when ((old.start_date, old.map) is distinct from (new.start_date, new.map)) execute function prices_of_rental_changed();

create function seasons_of_rentals_fee_changed() returns trigger language plpgsql as $$
begin
  update rentals set prices_version = prices_version + 1 where (account_id, id) in (
    select account_id, rental_id from rentals_fees
    where account_id = coalesce(new.account_id, old.account_id) and id = coalesce(new.rentals_fee_id, old.rentals_fee_id)
  );
  return null;
end
$$;
create trigger prices_changed after insert or delete on rentals_fees_seasons
  for each row execute function seasons_of_rentals_fee_changed();

-- Fees may apply in seasons of a table that is not their rental's.
create function prices_of_rates_table_changed() returns trigger language plpgsql as $$
declare
  account bigint := coalesce(new.account_id, old.account_id);
  changed bigint := coalesce(new.rates_table_id, old.rates_table_id);
begin
  update rates_tables set prices_version = prices_version + 1 where account_id = account and id = changed;
  update rentals set prices_version = prices_version + 1
    where account_id = account and rates_table_id is distinct from changed and id in (
      select rentals_fees.rental_id from seasons
      join rentals_fees_seasons on rentals_fees_seasons.account_id = seasons.account_id and rentals_fees_seasons.season_id = seasons.id
      join rentals_fees on rentals_fees.account_id = seasons.account_id and rentals_fees.id = rentals_fees_seasons.rentals_fee_id
      where seasons.account_id = account and seasons.rates_table_id = changed and rentals_fees.archived_at is null
    );
  return null;
end
$$;
create trigger prices_changed after insert or update or delete on seasons for each row execute function prices_of_rates_table_changed();
create trigger prices_changed after insert or update or delete on periods for each row execute function prices_of_rates_table_changed();
create trigger prices_changed after insert or update or delete on rates_rules for each row execute function prices_of_rates_table_changed();

create function seasons_of_rule_changed() returns trigger language plpgsql as $$
begin
  update rates_tables set prices_version = prices_version + 1 where (account_id, id) in (
    select account_id, rates_table_id from rates_rules
    where account_id = coalesce(new.account_id, old.account_id) and id = coalesce(new.rates_rule_id, old.rates_rule_id)
  );
  return null;
end
$$;
create trigger prices_changed after insert or delete on rates_rules_seasons for each row execute function seasons_of_rule_changed();

create function prices_of_account_changed() returns trigger language plpgsql as $$
begin
  update accounts set prices_version = prices_version + 1 where id = coalesce(new.account_id, old.account_id);
  return null;
end
$$;
create trigger prices_changed after insert or update or delete on fees for each row execute function prices_of_account_changed();
create trigger prices_changed after insert or update or delete on taxes for each row execute function prices_of_account_changed();
create trigger prices_changed after insert or update or delete on tax_rules for each row execute function prices_of_account_changed();
create trigger prices_changed after insert or update or delete on fees_taxes for each row execute function prices_of_account_changed();
create trigger prices_changed after update on accounts_applications for each row
  when (old.default_price_increase is distinct from new.default_price_increase or old.uninstalled_at is distinct from new.uninstalled_at)
  execute function prices_of_account_changed();

create function calendar_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update rentals set calendar_version = calendar_version + 1 where account_id = old.account_id and id = old.rental_id;
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.rental_id <> old.rental_id) then
    update rentals set calendar_version = calendar_version + 1 where account_id = new.account_id and id = new.rental_id;
  end if;
  return null;
end
$$;
create trigger calendar_made after insert or delete on bookings for each row execute function calendar_changed();
create trigger calendar_changed after update on bookings for each row
  when (
    (old.rental_id, old.nights, old.booked, old.unavailable, old.tentative_expires_at, old.canceled_at)
    is distinct from (new.rental_id, new.nights, new.booked, new.unavailable, new.tentative_expires_at, new.canceled_at)
  )
  execute function calendar_changed();

-- A map that is generated changes with the rental: whoever asks for what changed is told.
create function generated_map_changed() returns trigger language plpgsql as $$
begin
  update nightly_rate_maps set updated_at = clock_timestamp() where account_id = new.account_id and id = new.id;
  return null;
end
$$;
create trigger generated_map_changed after update on rentals for each row
  when (
    (old.base_rate, old.base_rate_kind, old.rates_table_id, old.nightly_rates_managed_externally)
    is distinct from (new.base_rate, new.base_rate_kind, new.rates_table_id, new.nightly_rates_managed_externally)
  )
  execute function generated_map_changed();

-- The rentals of all accounts whose rates were made from other prices than today's, in the order of their keys: nobody's request, and so
-- a function of the database's owner. The service writes the version in the same form; a test holds the two together.
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
