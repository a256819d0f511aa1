-- locks: accounts, while a trigger is created

-- Rules that every account begins with. A new account's own rules are no change of it. Demo accounts write to nobody.
create function make_built_in_automations() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into automations (account_id, built_in, trigger, state, effect, if_late, planned_version)
  values (new.id, 'balance_reminder', 'balance_due', case when new.demo then 'off' else 'on' end, 'message', 'send', 1);
  delete from change_outbox where account_id = new.id and resource = 'automations' and transaction_id = pg_current_xact_id();
  return null;
end
$$;
revoke execute on function make_built_in_automations() from public;
create trigger built_in_automations_made after insert on accounts for each row execute function make_built_in_automations();

-- The first round plans them.
insert into automations (account_id, built_in, trigger, state, effect, if_late)
select id, 'balance_reminder', 'balance_due', case when demo then 'off' else 'on' end, 'message', 'send' from accounts;
delete from change_outbox where resource = 'automations';
