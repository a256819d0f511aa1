-- locks: none

-- As before, but a canceled action forgets that a person asked to perform it at once: a reinstated stay's waits for its moment.
-- Brings the stored actions of some bookings in line with some rules, in the transaction that changes either. What was done or a
-- person dropped stays. Events are late after a quarter of an hour, moments at once.
-- Answers how many actions are due now.
create or replace function plan_automations(of_account bigint, of_bookings bigint[], of_rules bigint[]) returns integer
  language plpgsql set search_path = public, pg_temp
  set enable_seqscan = off set enable_mergejoin = off as $$
declare
  due integer;
begin
  with planned as materialized (
    select * from automation_moments(of_account, of_bookings, of_rules)
  ),
  decided as (
    select planned.*, case
        when known.requested_at is not null then 'scheduled'
        when planned.is_paused or coalesce(known.held, false) then 'paused'
        when known.state = 'scheduled' and known.due_at = planned.due_at then 'scheduled'
        when planned.if_late = 'skip' and planned.due_at < now() - case when planned.is_event then interval '15 minutes' else interval '0' end
          then 'skipped'
        else 'scheduled' end as decision
    from planned
    left join lateral (
      select * from scheduled_actions as action where action.account_id = of_account and action.automation_id = planned.automation_id
        and action.booking_id = planned.booking_id and action.occurrence = planned.occurrence offset 0
    ) as known on true
  ),
  written as (
    insert into scheduled_actions as action (account_id, automation_id, booking_id, occurrence, event_at, due_at, local_due_at, state, reason)
    select of_account, decided.automation_id, decided.booking_id, decided.occurrence, decided.event_at, decided.due_at, decided.local_due_at,
      decided.decision, case when decided.decision = 'skipped' then 'late' end
    from decided
    on conflict on constraint acts_once do update set
      due_at = case when action.requested_at is null then excluded.due_at else action.due_at end,
      local_due_at = case when action.requested_at is null then excluded.local_due_at else action.local_due_at end,
      state = excluded.state, reason = excluded.reason, updated_at = statement_timestamp()
    where (action.state in ('scheduled', 'paused') or action.state = 'skipped' and action.reason = 'late'
        or action.state = 'canceled' and action.reason <> 'dropped')
      and (action.due_at, action.local_due_at, action.state, action.reason)
        is distinct from (excluded.due_at, excluded.local_due_at, excluded.state, excluded.reason)
    returning action.state, action.due_at
  ),
  pending as materialized (
    select actions.id, actions.automation_id, actions.booking_id, actions.occurrence from unnest(of_bookings) as one (booking)
    cross join lateral (
      select * from scheduled_actions as action where action.account_id = of_account and action.booking_id = one.booking
        and action.automation_id = any (of_rules) and action.state in ('scheduled', 'paused') offset 0
    ) as actions
  ),
  ended as (
    update scheduled_actions as action set state = 'canceled', requested_at = null, updated_at = statement_timestamp(), reason = (
      select case
        when not exists (select from automations where automations.account_id = of_account and automations.id = action.automation_id
          and automations.state <> 'off' and automations.deleted_at is null) then 'automation_off'
        when bookings.canceled_at is not null then 'booking_canceled'
        when clients.forget_me_at is not null then 'guest_forgotten'
        when clients.processing_restricted_at is not null then 'guest_restricted'
        else 'conditions' end
      from bookings left join clients on clients.account_id = of_account and clients.id = bookings.client_id
      where bookings.account_id = of_account and bookings.id = action.booking_id)
    where action.account_id = of_account and action.state in ('scheduled', 'paused') and action.id = any (array(
      select pending.id from pending where not exists (
        select from planned where planned.automation_id = pending.automation_id and planned.booking_id = pending.booking_id
          and planned.occurrence = pending.occurrence)))
  )
  select count(*) filter (where written.state = 'scheduled' and written.due_at <= now()) into due from written;
  return due;
end
$$;
