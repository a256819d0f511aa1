-- locks: bookings, bookings_bookings_tags, bookings_payments, clients, messages, payments, rentals, rentals_rentals_tags, reviews, while triggers are created

-- What rules want for some bookings, whatever is stored. Days of an offset move on the house's calendar; hours are elapsed time.
-- A missing local hour moves forward by the change of the clocks, a double one is the second (PostgreSQL's `at time zone`).
-- A plan that is cached while tables are small must not read them whole once they have grown.
-- unsaved: rules of a forecast, as a JSON array of records of `automations`
create function automation_moments(of_account bigint, of_bookings bigint[], of_rules bigint[], unsaved jsonb default '[]')
  returns table (
    automation_id bigint, booking_id bigint, occurrence text, event_at timestamptz, due_at timestamptz, local_due_at timestamptz,
    is_event boolean, if_late text, is_paused boolean
  ) language plpgsql stable set search_path = public, pg_temp
  set enable_seqscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
begin
  return query
  with rules as materialized (
    select * from automations where automations.account_id = of_account and automations.id = any (of_rules)
      and automations.state <> 'off' and automations.deleted_at is null
    union all
    select * from jsonb_populate_recordset(null::automations, unsaved)
  ),
  stays as materialized (
    select bookings.id, bookings.rental_id, bookings.client_id, bookings.source_id, bookings.booked, bookings.canceled_at, bookings.imported,
      bookings.tentative_expires_at, bookings.created_at, 
      -- `booked_at` has whole seconds. A booking made at once has a finer time; another one counts from the end of its second.
      case when abs(extract(epoch from bookings.booked_at - bookings.created_at)) <= 1 then bookings.created_at
        else coalesce(bookings.booked_at + interval '499 milliseconds', bookings.created_at) end as made_at,
      bookings.start_at at time zone 'UTC' as arrives, bookings.end_at at time zone 'UTC' as leaves,
      bookings.balance_due_at at time zone 'UTC' as balance_due, rentals.time_zone,
      upper(bookings.nights) - lower(bookings.nights) as nights,
      coalesce(bookings.final_price, 0) - bookings.paid_amount - bookings.authorized_amount as balance,
      split_part(replace(coalesce(clients.preferred_locale, accounts.default_communication_locale), '_', '-'), '-', 1) as language
    from unnest(of_bookings) as one (booking)
    join bookings on bookings.account_id = of_account and bookings.id = one.booking
    join accounts on accounts.id = of_account and accounts.id = bookings.account_id and accounts.closed_at is null
    join rentals on rentals.account_id = of_account and rentals.id = bookings.rental_id
    left join clients on clients.account_id = of_account and clients.id = bookings.client_id
    where not bookings.unavailable and bookings.created_by_type <> 'Booking'
      and clients.forget_me_at is null and clients.processing_restricted_at is null
  ),
  events as materialized (
    select actions.automation_id, actions.booking_id, actions.occurrence, actions.event_at from unnest(of_bookings) as one (booking)
    join scheduled_actions as actions on actions.account_id = of_account and actions.booking_id = one.booking
      and actions.automation_id = any (of_rules) and actions.event_at is not null
  ),
  wanted as (
    select rules.id as rule, stays.id as stay, rules.trigger, rules.if_late, rules.state, rules.at, rules.offset_days, rules.offset_hours,
      rules.active_since, stays.time_zone, stays.arrives, stays.leaves, stays.imported,
      rules.trigger not in ('arrival', 'departure', 'balance_due', 'hold_expiring') as is_event,
      -- A reading of the house's clock, or an instant.
      case rules.trigger when 'arrival' then stays.arrives when 'departure' then stays.leaves when 'balance_due' then stays.balance_due end as reading,
      case rules.trigger when 'booked_at' then stays.made_at when 'booking_confirmed' then stays.made_at when 'hold_made' then stays.created_at
        when 'hold_expiring' then stays.tentative_expires_at when 'booking_canceled' then stays.canceled_at else events.event_at end as instant,
      events.event_at,
      case rules.trigger when 'balance_due' then 'due ' || stays.balance_due::date
        when 'booking_canceled' then 'canceled ' || extract(epoch from stays.canceled_at) else coalesce(events.occurrence, 'once') end as occurrence
    from rules cross join stays
    left join events on events.automation_id = rules.id and events.booking_id = stays.id
    where case rules.trigger
        when 'booking_canceled' then stays.booked and stays.canceled_at is not null
        when 'hold_made' then stays.tentative_expires_at > now() and stays.canceled_at is null
        when 'hold_expiring' then stays.tentative_expires_at > now() and stays.canceled_at is null
        when 'balance_due' then stays.booked and stays.canceled_at is null and stays.balance > 0
          and stays.balance_due > stays.made_at at time zone stays.time_zone
        when 'payment_failed' then events.event_at is not null and stays.canceled_at is null
        when 'payment_received' then events.event_at is not null and stays.canceled_at is null
        when 'message_received' then events.event_at is not null
        when 'booking_moved' then events.event_at is not null and stays.booked and stays.canceled_at is null
        when 'review_received' then events.event_at is not null and stays.booked
        else stays.booked and stays.canceled_at is null end
      and (rules.rental_ids is null or stays.rental_id = any (rules.rental_ids))
      and (rules.source_ids is null or stays.source_id = any (rules.source_ids))
      and stays.nights between coalesce(rules.min_nights, 0) and coalesce(rules.max_nights, 100000)
      and (num_nonnulls(rules.min_lead_days, rules.max_lead_days) = 0
        or stays.arrives::date - (stays.made_at at time zone stays.time_zone)::date
          between coalesce(rules.min_lead_days, 0) and coalesce(rules.max_lead_days, 100000))
      and (rules.languages is null or stays.language = any (rules.languages))
      and (rules.payment_state is null or (rules.payment_state = 'paid') = (stays.balance <= 0))
      and case rules.imported when 'excluded' then not stays.imported when 'only' then stays.imported else true end
      and (rules.rentals_tag_ids is null or exists (
        select from rentals_rentals_tags as tags where tags.account_id = of_account and tags.rental_id = stays.rental_id
          and tags.rentals_tag_id = any (rules.rentals_tag_ids)))
      and (rules.bookings_tag_ids is null or exists (
        select from bookings_bookings_tags as tags where tags.account_id = of_account and tags.booking_id = stays.id
          and tags.bookings_tag_id = any (rules.bookings_tag_ids)))
      and (rules.guests is null or (rules.guests = 'returning') = exists (
        select from bookings as earlier where earlier.account_id = of_account and earlier.client_id = stays.client_id
          and earlier.id <> stays.id and earlier.booked and earlier.canceled_at is null
          and earlier.end_at at time zone 'UTC' <= stays.arrives))
  ),
  moments as (
    select wanted.*, case
        when wanted.at is not null then ((coalesce(wanted.reading, wanted.instant at time zone wanted.time_zone)::date + wanted.offset_days)
          + wanted.at::time) at time zone wanted.time_zone
        when wanted.reading is null and wanted.offset_days = 0 then wanted.instant + make_interval(hours => wanted.offset_hours)
        else (coalesce(wanted.reading, wanted.instant at time zone wanted.time_zone) + make_interval(days => wanted.offset_days))
          at time zone wanted.time_zone + make_interval(hours => wanted.offset_hours)
      end as due
    from wanted where not wanted.is_event or wanted.instant >= wanted.active_since
  )
  select moments.rule, moments.stay, moments.occurrence, moments.event_at, date_trunc('second', moments.due),
    date_trunc('second', moments.due) at time zone moments.time_zone at time zone 'UTC', moments.is_event, moments.if_late,
    moments.state = 'paused'
  from moments
  -- Past stays have no actions, except those that only just became due. A balance that was due when the booking was made needs no
  -- reminder, nor one that has been due for days. Imported stays have no late actions.
  where moments.due > now() - case when moments.imported then interval '0' else interval '3 days' end
    or moments.leaves at time zone moments.time_zone > now() and not moments.imported and moments.trigger <> 'balance_due';
end
$$;

-- Brings the stored actions of some bookings in line with some rules, in the transaction that changes either. What was done or a
-- person dropped stays. Events are late after a quarter of an hour, moments at once.
-- Answers how many actions are due now.
create function plan_automations(of_account bigint, of_bookings bigint[], of_rules bigint[]) returns integer
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
    update scheduled_actions as action set state = 'canceled', updated_at = statement_timestamp(), reason = (
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

-- Plans some bookings by all of the account's rules. Due actions are performed by a job. A change in the service's own scope, such as
-- the end of a hold, leaves them to the next round.
create function plan_bookings(of_account bigint, of_bookings bigint[], of_rules bigint[]) returns void language plpgsql as $$
begin
  if cardinality(of_bookings) > 0 and plan_automations(of_account, of_bookings, of_rules) > 0
    and (of_account = any (roost_accounts())) is true then
    -- A booking's job has no key: concurrent bookings would wait for one another.
    if cardinality(of_bookings) = 1 then
      perform queue_job('perform automations', of_account, json_build_object('booking', of_bookings[1]), 25, lane => 'money and mail');
    else
      perform queue_job('perform automations', of_account, '{}', 25, key => 'due', lane => 'money and mail');
    end if;
  end if;
end
$$;

create function active_automations(of_account bigint) returns bigint[] language sql stable
  return array(select id from automations where account_id = of_account and state <> 'off' and deleted_at is null);

-- Notes an event of a booking for the rules about it, before they are planned.
create function note_automation_event(of_account bigint, of_booking bigint, event text, event_occurrence text) returns void
  language plpgsql as $$
begin
  insert into scheduled_actions (account_id, automation_id, booking_id, occurrence, event_at, due_at, local_due_at, state)
  select of_account, id, of_booking, event_occurrence, now(), now(), now(), 'scheduled' from automations
  where account_id = of_account and trigger = event and state <> 'off' and deleted_at is null
  on conflict on constraint acts_once do nothing;
  if found then
    perform plan_bookings(of_account, array[of_booking], active_automations(of_account));
  end if;
end
$$;

create function automations_of_booking() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  guests bigint[] := array[new.id];
  -- Only rules that a new booking can concern, so that most bookings plan nothing. An imported one concerns few.
  rules constant bigint[] := array(
    select id from automations where account_id = new.account_id and state <> 'off' and deleted_at is null
      and (automations.imported <> 'excluded' or not new.imported or old.imported is distinct from new.imported and tg_op = 'UPDATE')
      and (tg_op = 'UPDATE' or case automations.trigger
        when 'balance_due' then new.booked and new.balance_due_at is not null and new.final_price > new.paid_amount + new.authorized_amount
        when 'hold_made' then not new.booked when 'hold_expiring' then not new.booked
        else new.booked end)
  );
begin
  if cardinality(rules) = 0 then
    return null;
  end if;
  -- Another stay of the guest may make a later one a return.
  perform from automations where account_id = new.account_id and id = any (rules) and automations.guests is not null limit 1;
  if found and new.client_id is not null then
    guests := guests || array(
      select id from bookings where account_id = new.account_id and client_id = new.client_id and id <> new.id and end_at > now());
  end if;
  if tg_op = 'UPDATE' and new.booked and new.canceled_at is null
    and (old.start_at, old.end_at, old.rental_id) is distinct from (new.start_at, new.end_at, new.rental_id) then
    insert into scheduled_actions (account_id, automation_id, booking_id, occurrence, event_at, due_at, local_due_at, state)
    select new.account_id, id, new.id, 'moved ' || pg_current_xact_id(), now(), now(), now(), 'scheduled' from automations
    where account_id = new.account_id and id = any (rules) and trigger = 'booking_moved'
    on conflict on constraint acts_once do nothing;
  end if;
  perform plan_bookings(new.account_id, guests, rules);
  return null;
end
$$;
create trigger automations_of_new_booking after insert on bookings for each row
  when (not new.unavailable and new.created_by_type <> 'Booking') execute function automations_of_booking();
create trigger automations_of_changed_booking after update on bookings for each row
  when (new.created_by_type <> 'Booking' and (
    old.rental_id, old.client_id, old.source_id, old.start_at, old.end_at, old.booked, old.unavailable, old.tentative_expires_at,
    old.booked_at, old.canceled_at, old.imported, old.balance_due_at, old.final_price, old.paid_amount, old.authorized_amount
  ) is distinct from (
    new.rental_id, new.client_id, new.source_id, new.start_at, new.end_at, new.booked, new.unavailable, new.tentative_expires_at,
    new.booked_at, new.canceled_at, new.imported, new.balance_due_at, new.final_price, new.paid_amount, new.authorized_amount
  ))
  execute function automations_of_booking();

create function automations_of_client() returns trigger language plpgsql as $$
declare
  rules constant bigint[] := active_automations(new.account_id);
begin
  if cardinality(rules) > 0 then
    perform plan_bookings(new.account_id, array(
      select id from bookings where account_id = new.account_id and client_id = new.id and end_at > now() - interval '400 days'
    ), rules);
  end if;
  return null;
end
$$;
create trigger automations_of_changed_client after update on clients for each row
  when ((old.preferred_locale, old.forget_me_at, old.processing_restricted_at)
    is distinct from (new.preferred_locale, new.forget_me_at, new.processing_restricted_at))
  execute function automations_of_client();

create function automations_of_rental() returns trigger language plpgsql as $$
declare
  rules constant bigint[] := active_automations(new.account_id);
begin
  if cardinality(rules) > 0 then
    perform plan_bookings(new.account_id, array(
      select id from bookings where account_id = new.account_id and rental_id = new.id and end_at > now() - interval '400 days'
    ), rules);
  end if;
  return null;
end
$$;
create trigger automations_of_changed_rental after update on rentals for each row
  when (old.time_zone is distinct from new.time_zone) execute function automations_of_rental();

create function automations_of_tagged() returns trigger language plpgsql as $$
declare
  tagged record := case when tg_op = 'DELETE' then old else new end;
  rules constant bigint[] := array(
    select id from automations where account_id = tagged.account_id and state <> 'off' and deleted_at is null
      and num_nonnulls(bookings_tag_ids, rentals_tag_ids) > 0
  );
begin
  if cardinality(rules) = 0 then
    return null;
  elsif tg_table_name = 'bookings_bookings_tags' then
    perform plan_bookings(tagged.account_id, array[tagged.booking_id], rules);
  else
    perform plan_bookings(tagged.account_id, array(
      select id from bookings where account_id = tagged.account_id and rental_id = tagged.rental_id and end_at > now() - interval '400 days'
    ), rules);
  end if;
  return null;
end
$$;
create trigger automations_of_tagged_booking after insert or delete on bookings_bookings_tags
  for each row execute function automations_of_tagged();
create trigger automations_of_tagged_rental after insert or delete on rentals_rentals_tags
  for each row execute function automations_of_tagged();

-- A payment may be recorded before it is assigned to its bookings, or after.
create function automations_of_payment() returns trigger language plpgsql as $$
declare
  each record;
begin
  if cardinality(active_automations(new.account_id)) = 0 then
    return null;
  end if;
  for each in select parts.booking_id, payments.id, payments.paid_at, payments.rejected_at from bookings_payments as parts
    join payments on payments.account_id = new.account_id and payments.id = parts.payment_id
    where parts.account_id = new.account_id and parts.payment_id = (to_jsonb(new) ->> case tg_table_name when 'payments' then 'id' else 'payment_id' end)::bigint
      and parts.canceled_at is null and payments.canceled_at is null and payments.amount_in_cents > 0 and payments.kind <> 'damage-deposit'
      and num_nonnulls(payments.paid_at, payments.rejected_at) > 0
  loop
    perform note_automation_event(new.account_id, each.booking_id,
      case when each.paid_at is not null then 'payment_received' else 'payment_failed' end, 'payment ' || each.id);
  end loop;
  return null;
end
$$;
create trigger automations_of_changed_payment after update on payments for each row
  when (old.paid_at is null and new.paid_at is not null or old.rejected_at is null and new.rejected_at is not null)
  execute function automations_of_payment();
create trigger automations_of_payment after insert on bookings_payments for each row execute function automations_of_payment();

create function automations_of_review() returns trigger language plpgsql as $$
begin
  perform note_automation_event(new.account_id, new.booking_id, 'review_received', 'review ' || new.id);
  return null;
end
$$;
create trigger automations_of_new_review after insert on reviews for each row execute function automations_of_review();

-- A guest's message is about the newest booking of its conversation.
create function automations_of_message() returns trigger language plpgsql as $$
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
    perform note_automation_event(new.account_id, booking, 'message_received', 'message ' || new.id);
  end if;
  return null;
end
$$;
create trigger automations_of_new_message after insert on messages for each row
  when (new.visibility = 'external') execute function automations_of_message();

-- Whether a booking channel of another vendor writes to a source's guests itself.
create function channel_writes(of_account bigint, of_source bigint) returns boolean language plpgsql stable as $$
begin
  perform from sources join applications on applications.id = sources.created_by_application_id
  where sources.account_id = of_account and sources.id = of_source
    and applications.client_id <> 'roost' and not applications.client_id ^@ 'roost-console-'
    and not exists (
      select from memberships where memberships.account_id = of_account
        and memberships.user_id = applications.registered_by_user_id and memberships.role in ('owner', 'manager')
    );
  return found;
end
$$;

-- Accounts with actions that are due or rules to plan again.
create function accounts_with_automations(most integer) returns table (account bigint, due boolean)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select found.account_id, bool_or(found.due) from (
    select actions.account_id, true from (
      select scheduled_actions.account_id from scheduled_actions where scheduled_actions.state = 'scheduled' and scheduled_actions.due_at <= now()
      order by scheduled_actions.due_at limit 10000
    ) as actions group by actions.account_id
    union all
    select automations.account_id, false from automations where automations.planned_version <> automations.version group by automations.account_id
  ) as found (account_id, due) join accounts on accounts.id = found.account_id and accounts.closed_at is null
  group by found.account_id limit most;
end
$$;
revoke execute on function accounts_with_automations(integer) from public;
grant execute on function accounts_with_automations(integer) to roost_app;
