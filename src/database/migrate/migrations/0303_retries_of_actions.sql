-- locks: scheduled_actions, while columns are added

-- Each action waits for its own retry. The account's job waited before, and with it every other action that became due.
alter table scheduled_actions add column attempts smallint not null default 0, add column retry_at timestamptz;

-- As before, without actions that wait for a retry.
create or replace function accounts_with_automations(most integer) returns table (account bigint, due boolean)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select found.account_id, bool_or(found.due) from (
    select actions.account_id, true from (
      select scheduled_actions.account_id from scheduled_actions
      join accounts on accounts.id = scheduled_actions.account_id and accounts.closed_at is null
      where scheduled_actions.state = 'scheduled' and scheduled_actions.due_at <= now()
        and (scheduled_actions.retry_at is null or scheduled_actions.retry_at <= now())
      order by scheduled_actions.due_at limit 10000
    ) as actions group by actions.account_id
    union all
    select automations.account_id, false from automations where automations.planned_version <> automations.version group by automations.account_id
  ) as found (account_id, due) join accounts on accounts.id = found.account_id and accounts.closed_at is null
  group by found.account_id limit most;
end
$$;
