-- locks: automations, while a trigger is replaced

-- A new account's own rules are no change of it. So they are not recorded; before, the record was deleted again.
drop trigger recorded_when_made_in_automations on automations;
create trigger recorded_when_made_in_automations after insert on automations for each row
  when (new.built_in is null) execute function record_new_automations();

create or replace function make_built_in_automations() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  rule record;
begin
  for rule in
    select * from (values ('balance_reminder', 'balance_due'), ('booking_confirmation', 'booking_confirmed'),
      ('deposit_request', 'deposit_requested'), ('deposit_capture', 'deposit_captured')) as rules (name, moment)
  loop
    insert into automations (account_id, built_in, trigger, state, effect, if_late, planned_version)
    values (new.id, rule.name, rule.moment, case when new.demo then 'off' else 'on' end, 'message', 'send', 1);
  end loop;
  return null;
end
$$;
