-- Second forms of the functions that plan automations, for a cluster. A booking's worker plans its actions, one statement each: Citus
-- changes no rows inside `with`. The jobs are on the coordinator, so due actions wait for the next round. docs/design/cluster.md.

create or replace function active_automations(of_account bigint) returns bigint[] language plpgsql stable as $$
declare
  active bigint[];
begin
  select coalesce(array_agg(id), '{}') into active from automations where account_id = of_account and state <> 'off' and deleted_at is null;
  return active;
end
$$;

create or replace function plan_automations(of_account bigint, of_bookings bigint[], of_rules bigint[]) returns integer
  language plpgsql set search_path = public, pg_temp as $$
declare
  planned record;
  known scheduled_actions;
  pending record;
  decision text;
  why text;
  kept bigint[] := '{}';
  due integer := 0;
begin
  for planned in select * from automation_moments(of_account, of_bookings, of_rules) loop
    select * into known from scheduled_actions where account_id = of_account and automation_id = planned.automation_id
      and booking_id = planned.booking_id and occurrence = planned.occurrence;
    decision := case
      when known.requested_at is not null then 'scheduled'
      when planned.is_paused or coalesce(known.held, false) then 'paused'
      when known.state = 'scheduled' and known.due_at = planned.due_at then 'scheduled'
      when planned.if_late = 'skip' and planned.due_at < now() - case when planned.is_event then interval '15 minutes' else interval '0' end
        then 'skipped'
      else 'scheduled' end;
    why := case when decision = 'skipped' then 'late' end;
    insert into scheduled_actions (account_id, automation_id, booking_id, occurrence, event_at, due_at, local_due_at, state, reason)
    values (of_account, planned.automation_id, planned.booking_id, planned.occurrence, planned.event_at, planned.due_at,
      planned.local_due_at, decision, why)
    on conflict on constraint acts_once do nothing returning * into known;
    if not found then
      update scheduled_actions set
        due_at = case when requested_at is null then planned.due_at else due_at end,
        local_due_at = case when requested_at is null then planned.local_due_at else local_due_at end,
        state = decision, reason = why, updated_at = statement_timestamp()
      where account_id = of_account and automation_id = planned.automation_id and booking_id = planned.booking_id
        and occurrence = planned.occurrence
        and (state in ('scheduled', 'paused') or state = 'skipped' and reason = 'late' or state = 'canceled' and reason <> 'dropped')
        and (due_at is distinct from planned.due_at or local_due_at is distinct from planned.local_due_at
          or state is distinct from decision or reason is distinct from why);
      if found and decision = 'scheduled' and planned.due_at <= now() then
        due := due + 1;
      end if;
      select * into known from scheduled_actions where account_id = of_account and automation_id = planned.automation_id
        and booking_id = planned.booking_id and occurrence = planned.occurrence;
    elsif decision = 'scheduled' and planned.due_at <= now() then
      due := due + 1;
    end if;
    kept := kept || known.id;
  end loop;
  for pending in select id, automation_id, booking_id from scheduled_actions
    where account_id = of_account and booking_id = any (of_bookings) and automation_id = any (of_rules)
      and state in ('scheduled', 'paused') and not id = any (kept)
  loop
    perform from automations where account_id = of_account and id = pending.automation_id and state <> 'off' and deleted_at is null;
    if not found then
      why := 'automation_off';
    else
      select case
        when bookings.canceled_at is not null then 'booking_canceled'
        when clients.forget_me_at is not null then 'guest_forgotten'
        when clients.processing_restricted_at is not null then 'guest_restricted'
        else 'conditions' end into why
      from bookings left join clients on clients.account_id = of_account and clients.id = bookings.client_id
      where bookings.account_id = of_account and bookings.id = pending.booking_id;
    end if;
    update scheduled_actions set state = 'canceled', reason = why, requested_at = null, updated_at = statement_timestamp()
    where account_id = of_account and id = pending.id and state in ('scheduled', 'paused');
  end loop;
  return due;
end
$$;

create or replace function plan_bookings(of_account bigint, of_bookings bigint[], of_rules bigint[]) returns void language plpgsql as $$
begin
  if cardinality(of_bookings) > 0 then
    perform plan_automations(of_account, of_bookings, of_rules);
  end if;
end
$$;

create or replace function plan_inquiries(of_account bigint, of_inquiries bigint[], of_rules bigint[]) returns void language plpgsql as $$
begin
  if cardinality(of_inquiries) > 0 then
    perform plan_inquiry_actions(of_account, of_inquiries, of_rules);
  end if;
end
$$;

-- Answers whether a rule is about the event and did not know it.
create or replace function note_events(
    of_account bigint, of_booking bigint, event text, event_occurrence text, of_rules bigint[], happened timestamptz
  ) returns boolean language plpgsql as $$
declare
  rule bigint;
  noted boolean := false;
begin
  for rule in select id from automations
    where account_id = of_account and id = any (of_rules) and trigger = event and state <> 'off' and deleted_at is null
  loop
    insert into scheduled_actions (account_id, automation_id, booking_id, occurrence, event_at, due_at, local_due_at, state)
    values (of_account, rule, of_booking, event_occurrence, happened, now(), now(), 'scheduled')
    on conflict on constraint acts_once do nothing;
    noted := noted or found;
  end loop;
  return noted;
end
$$;

create or replace function note_automation_event(of_account bigint, of_booking bigint, event text, event_occurrence text,
  happened timestamptz default now()) returns void
  language plpgsql as $$
declare
  rules constant bigint[] := active_automations(of_account);
begin
  if note_events(of_account, of_booking, event, event_occurrence, rules, least(happened, now())) then
    perform plan_bookings(of_account, array[of_booking], rules);
  end if;
end
$$;

create or replace function automations_of_new_booking() returns trigger language plpgsql as $$
declare
  stays bigint[] := array[new.id];
  rules bigint[];
  depends_on_guest boolean;
begin
  select array_agg(id), bool_or(automations.guests is not null) into rules, depends_on_guest
  from automations where account_id = new.account_id and state <> 'off' and deleted_at is null
    and (automations.imported <> 'excluded' or not new.imported)
    and case automations.trigger
      when 'balance_due' then new.booked and new.balance_due_at is not null and new.final_price > new.paid_amount + new.authorized_amount
      when 'hold_made' then not new.booked when 'hold_expiring' then not new.booked
      else new.booked end;
  if rules is null then
    return null;
  end if;
  if depends_on_guest and new.client_id is not null then
    select stays || array_agg(id) into stays from bookings
    where account_id = new.account_id and client_id = new.client_id and id <> new.id and end_at > now();
  end if;
  perform plan_bookings(new.account_id, stays, rules);
  return null;
end
$$;

create or replace function automations_of_booking() returns trigger language plpgsql as $$
declare
  stays bigint[] := array[new.id];
  rules bigint[];
  depends_on_guest boolean;
begin
  select array_agg(id), bool_or(automations.guests is not null) into rules, depends_on_guest
  from automations where account_id = new.account_id and state <> 'off' and deleted_at is null
    and (automations.imported <> 'excluded' or not new.imported or old.imported is distinct from new.imported);
  if rules is null then
    return null;
  end if;
  if depends_on_guest then
    select stays || array_agg(id) into stays from bookings
    where account_id = new.account_id and client_id in (old.client_id, new.client_id) and id <> new.id and end_at > now();
  end if;
  if new.booked and new.canceled_at is null
    and (old.start_at, old.end_at, old.rental_id) is distinct from (new.start_at, new.end_at, new.rental_id) then
    perform note_events(new.account_id, new.id, 'booking_moved', 'moved ' || pg_current_xact_id(), rules, now());
  end if;
  perform plan_bookings(new.account_id, stays, rules);
  return null;
end
$$;

create or replace function automations_of_client() returns trigger language plpgsql as $$
declare
  stays bigint[];
begin
  select array_agg(id) into stays from bookings
  where account_id = new.account_id and client_id = new.id and end_at > now() - interval '400 days';
  perform plan_bookings(new.account_id, stays, active_automations(new.account_id));
  return null;
end
$$;

create or replace function automations_of_rental() returns trigger language plpgsql as $$
declare
  stays bigint[];
begin
  select array_agg(id) into stays from bookings
  where account_id = new.account_id and rental_id = new.id and end_at > now() - interval '400 days';
  perform plan_bookings(new.account_id, stays, active_automations(new.account_id));
  return null;
end
$$;

-- A trigger's table is a shard, whose name has a number at its end.
create or replace function automations_of_tagged() returns trigger language plpgsql as $$
declare
  tagged record := case when tg_op = 'DELETE' then old else new end;
  of_account constant bigint := tagged.account_id;
  rules bigint[];
  stays bigint[];
begin
  select array_agg(id) into rules from automations where account_id = of_account and state <> 'off' and deleted_at is null
    and num_nonnulls(bookings_tag_ids, rentals_tag_ids) > 0;
  if rules is null then
    return null;
  elsif tg_table_name ^@ 'bookings_' then
    stays := array[tagged.booking_id];
  else
    select array_agg(id) into stays from bookings
    where account_id = of_account and rental_id = tagged.rental_id and end_at > now() - interval '400 days';
  end if;
  perform plan_bookings(of_account, stays, rules);
  return null;
end
$$;

create or replace function automations_of_payment() returns trigger language plpgsql as $$
declare
  paid constant bigint := (to_jsonb(new) ->> case when tg_table_name ^@ 'payments' then 'id' else 'payment_id' end)::bigint;
  rules constant bigint[] := active_automations(new.account_id);
  each record;
begin
  if cardinality(rules) = 0 then
    return null;
  end if;
  for each in select parts.booking_id, payments.id, payments.paid_at from bookings_payments as parts
    join payments on payments.account_id = new.account_id and payments.id = parts.payment_id
    where parts.account_id = new.account_id and parts.payment_id = paid and parts.canceled_at is null and payments.canceled_at is null
      and payments.amount_in_cents > 0 and payments.kind <> 'damage-deposit' and num_nonnulls(payments.paid_at, payments.rejected_at) > 0
  loop
    perform note_automation_event(new.account_id, each.booking_id,
      case when each.paid_at is not null then 'payment_received' else 'payment_failed' end, 'payment ' || each.id);
  end loop;
  return null;
end
$$;
