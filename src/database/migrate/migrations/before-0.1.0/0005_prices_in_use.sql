-- Prices are asked for. Beside each version of content stands when it last moved: who keeps copies of length-of-stay records or maps asks
-- for what changed since.

alter table rentals
  add column prices_changed_at timestamptz not null default statement_timestamp(),
  add column calendar_changed_at timestamptz not null default statement_timestamp();
alter table rates_tables add column prices_changed_at timestamptz not null default statement_timestamp();
alter table accounts add column prices_changed_at timestamptz not null default statement_timestamp();

-- The clock, and not the transaction's beginning: of two changes of one row the later one has the later time (decision 0007).
create or replace function rental_changed() returns trigger language plpgsql as $$
begin
  new.prices_version := old.prices_version + 1;
  new.prices_changed_at := clock_timestamp();
  return new;
end
$$;

-- What the static rates say of a rental follows from its prices and does not change them.
drop trigger rental_changed on rentals;
create trigger rental_changed before update on rentals for each row
  when (
    new.calendar_version = old.calendar_version
    and (new.min_price, new.max_price) is not distinct from (old.min_price, old.max_price)
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
