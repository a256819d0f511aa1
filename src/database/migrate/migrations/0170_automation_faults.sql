-- locks: none

-- A person's change of an action is recorded. Its other states follow from rules and bookings.
insert into change_types (resource, operation, type) values ('scheduled_actions', 'updated', 'scheduled_action.updated');

-- An event counts from the time when it happened: messages of a channel's history cause nothing.
drop function note_automation_event(bigint, bigint, text, text);
create function note_automation_event(of_account bigint, of_booking bigint, event text, event_occurrence text,
  happened timestamptz default now()) returns void
  language plpgsql as $$
begin
  insert into scheduled_actions (account_id, automation_id, booking_id, occurrence, event_at, due_at, local_due_at, state)
  select of_account, id, of_booking, event_occurrence, least(happened, now()), now(), now(), 'scheduled' from automations
  where account_id = of_account and trigger = event and state <> 'off' and deleted_at is null
  on conflict on constraint acts_once do nothing;
  if found then
    perform plan_bookings(of_account, array[of_booking], active_automations(of_account));
  end if;
end
$$;

create or replace function automations_of_message() returns trigger language plpgsql as $$
declare
  booking bigint;
begin
  perform from automations where account_id = new.account_id and trigger = 'message_received' and state <> 'off' and deleted_at is null limit 1;
  if not found then
    return null;
  end if;
  select bookings.id into booking from participants
  join conversations on conversations.account_id = new.account_id and conversations.id = new.conversation_id and conversations.marked_as_spam_at is null
  join conversations_bookings as named on named.account_id = new.account_id and named.conversation_id = new.conversation_id
  join bookings on bookings.account_id = new.account_id and bookings.id = named.booking_id
  where participants.account_id = new.account_id and participants.id = new.sender_id and participants.client_id is not null
  order by bookings.canceled_at is null desc, bookings.id desc limit 1;
  if found then
    perform note_automation_event(new.account_id, booking, 'message_received', 'message ' || new.id,
      -- It has whole seconds: the message counts from the end of its second.
      new.sent_at + interval '1 second');
  end if;
  return null;
end
$$;

-- Accounts with actions that are due or rules to plan again. Actions of closed accounts stay due, and must not use up the first rows.
create or replace function accounts_with_automations(most integer) returns table (account bigint, due boolean)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select found.account_id, bool_or(found.due) from (
    select actions.account_id, true from (
      select scheduled_actions.account_id from scheduled_actions
      join accounts on accounts.id = scheduled_actions.account_id and accounts.closed_at is null
      where scheduled_actions.state = 'scheduled' and scheduled_actions.due_at <= now()
      order by scheduled_actions.due_at limit 10000
    ) as actions group by actions.account_id
    union all
    select automations.account_id, false from automations where automations.planned_version <> automations.version group by automations.account_id
  ) as found (account_id, due) join accounts on accounts.id = found.account_id and accounts.closed_at is null
  group by found.account_id limit most;
end
$$;
