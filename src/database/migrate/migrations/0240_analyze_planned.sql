-- locks: none

-- Updates the statistics of planned actions while there are none: PostgreSQL would then read all actions of an account for each of
-- its bookings, up to the next autovacuum.
create function analyze_planned() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (select reltuples < 1000 from pg_class where oid = 'scheduled_actions'::regclass) then
    analyze (skip_locked) scheduled_actions;
  end if;
end
$$;
revoke execute on function analyze_planned() from public;
grant execute on function analyze_planned() to roost_app;
