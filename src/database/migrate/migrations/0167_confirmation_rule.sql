-- locks: none

-- A second rule that every account begins with: Roost's confirmation to the guest.
create or replace function make_built_in_automations() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into automations (account_id, built_in, trigger, state, effect, if_late, planned_version)
  select new.id, built_in, trigger, case when new.demo then 'off' else 'on' end, 'message', 'send', 1
  from (values ('balance_reminder', 'balance_due'), ('booking_confirmation', 'booking_confirmed')) as rules (built_in, trigger);
  delete from change_outbox where account_id = new.id and resource = 'automations' and transaction_id = pg_current_xact_id();
  return null;
end
$$;
insert into automations (account_id, built_in, trigger, state, effect, if_late, planned_version)
select id, 'booking_confirmation', 'booking_confirmed', case when demo then 'off' else 'on' end, 'message', 'send', 1 from accounts;
delete from change_outbox where resource = 'automations' and operation = 'created' and transaction_id = pg_current_xact_id();

-- Plans the confirmation of a booking whose guest is to get one. Which bookings that are, the request that makes them decides.
create function plan_confirmation(of_account bigint, of_booking bigint) returns void language plpgsql as $$
declare
  rule bigint;
begin
  insert into scheduled_actions (account_id, automation_id, booking_id, occurrence, event_at, due_at, local_due_at, state)
  select of_account, id, of_booking, 'once', now(), now(), now(), 'scheduled' from automations
  where account_id = of_account and built_in = 'booking_confirmation' and trigger = 'booking_confirmed' and state <> 'off'
    and deleted_at is null
  on conflict on constraint acts_once do nothing
  returning automation_id into rule;
  if rule is not null then
    perform plan_bookings(of_account, array[of_booking], array[rule]);
  end if;
end
$$;
