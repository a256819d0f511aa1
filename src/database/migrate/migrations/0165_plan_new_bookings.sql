-- locks: bookings, while a trigger is replaced

-- A rule's moment, from a reading of the house's clock or an instant.
create function automation_due(reading timestamp, instant timestamptz, days integer, hours integer, local_hour text, zone text)
  returns timestamptz language sql stable
  return case
    when local_hour is not null then ((coalesce(reading, instant at time zone zone)::date + days) + local_hour::time) at time zone zone
    when reading is null and days = 0 then instant + make_interval(hours => hours)
    else (coalesce(reading, instant at time zone zone) + make_interval(days => days)) at time zone zone + make_interval(hours => hours)
  end;

-- The time from which a booking's events count. `booked_at` has whole seconds. A booking made at once has a finer time; another one
-- counts from the end of its second.
create function booking_made_at(booked_at timestamptz, created_at timestamptz) returns timestamptz language sql stable
  return case when abs(extract(epoch from booked_at - created_at)) <= 1 then created_at
    else coalesce(booked_at + interval '499 milliseconds', created_at) end;

-- As before, with the moment in automation_due(), which new bookings share.
create or replace function automation_moments(of_account bigint, of_bookings bigint[], of_rules bigint[], unsaved jsonb default '[]')
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
      booking_made_at(bookings.booked_at, bookings.created_at) as made_at,
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
      case rules.trigger when 'booked_at' then stays.made_at when 'hold_made' then stays.created_at
        -- Roost's own confirmation follows an event: not every booking has one.
        when 'booking_confirmed' then case rules.built_in when 'booking_confirmation' then events.event_at else stays.made_at end
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
  -- Once: the planner would repeat the expression wherever a moment is read.
  moments as materialized (
    select wanted.*, automation_due(
        wanted.reading, wanted.instant, wanted.offset_days, wanted.offset_hours, wanted.at, wanted.time_zone) as due
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

-- Whether a new booking meets the conditions that need other tables or the house's clock.
create function automation_meets(
    made bookings, min_lead_days integer, max_lead_days integer, languages text[], rentals_tag_ids bigint[], kind text, zone text
  ) returns boolean language sql stable
begin atomic
  select (num_nonnulls(min_lead_days, max_lead_days) = 0
      or (made.start_at at time zone 'UTC')::date - (booking_made_at(made.booked_at, made.created_at) at time zone zone)::date
        between coalesce(min_lead_days, 0) and coalesce(max_lead_days, 100000))
    and (languages is null or (
      select split_part(replace(coalesce(clients.preferred_locale, accounts.default_communication_locale), '_', '-'), '-', 1)
      from accounts left join clients on clients.account_id = made.account_id and clients.id = made.client_id
      where accounts.id = made.account_id) = any (languages))
    and (rentals_tag_ids is null or exists (
      select from rentals_rentals_tags as tags where tags.account_id = made.account_id and tags.rental_id = made.rental_id
        and tags.rentals_tag_id = any (rentals_tag_ids)))
    and (kind is null or (kind = 'returning') = exists (
      select from bookings as earlier where earlier.account_id = made.account_id and earlier.client_id = made.client_id
        and earlier.id <> made.id and earlier.booked and earlier.canceled_at is null and earlier.end_at <= made.start_at));
end;

-- A new booking has no actions yet, so its rules are planned one by one, as plan_automations() would at several times the cost.
-- Tags and events follow the booking, and their own triggers plan it again.
create function automations_of_new_booking() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  rule record;
  reading timestamp;
  instant timestamptz;
  due timestamptz;
  decision text;
  is_event boolean;
  is_due boolean := false;
  rules_of_returning bigint[];
begin
  for rule in
    select automations.id, automations.state, automations.trigger, offset_days, offset_hours, automations.at, if_late, active_since,
      rentals_tag_ids, languages, automations.guests, min_lead_days, max_lead_days, rentals.time_zone, fitting.applies
    from automations join rentals on rentals.account_id = new.account_id and rentals.id = new.rental_id
    cross join lateral (
      select case automations.trigger when 'booking_canceled' then new.booked and new.canceled_at is not null
          when 'hold_made' then new.tentative_expires_at > now() and new.canceled_at is null
          when 'hold_expiring' then new.tentative_expires_at > now() and new.canceled_at is null
          when 'balance_due' then new.booked and new.canceled_at is null and new.balance_due_at is not null
            and new.final_price > new.paid_amount + new.authorized_amount
          when 'arrival' then new.booked and new.canceled_at is null
          when 'departure' then new.booked and new.canceled_at is null
          when 'booked_at' then new.booked and new.canceled_at is null
          when 'booking_confirmed' then new.booked and new.canceled_at is null and built_in is distinct from 'booking_confirmation'
          else false end
        and case automations.imported when 'excluded' then not new.imported when 'only' then new.imported else true end
        and (rental_ids is null or new.rental_id = any (rental_ids))
        and (source_ids is null or new.source_id = any (source_ids))
        and (min_nights is null or upper(new.nights) - lower(new.nights) >= min_nights)
        and (max_nights is null or upper(new.nights) - lower(new.nights) <= max_nights)
        and bookings_tag_ids is null
        and (payment_state is null
          or (payment_state = 'paid') = (coalesce(new.final_price, 0) <= new.paid_amount + new.authorized_amount)) as applies
    ) as fitting
    where automations.account_id = new.account_id and automations.state <> 'off' and automations.deleted_at is null
      and (fitting.applies or new.client_id is not null and new.booked and automations.guests is not null)
  loop
    if new.client_id is not null and rule.guests is not null then
      rules_of_returning := rules_of_returning || rule.id;
    end if;
    continue when rule.applies is not true;
    is_event := rule.trigger not in ('arrival', 'departure', 'balance_due', 'hold_expiring');
    reading := case rule.trigger when 'arrival' then new.start_at at time zone 'UTC' when 'departure' then new.end_at at time zone 'UTC'
      when 'balance_due' then new.balance_due_at at time zone 'UTC' end;
    instant := case rule.trigger when 'hold_expiring' then new.tentative_expires_at when 'booking_canceled' then new.canceled_at
      when 'hold_made' then new.created_at else booking_made_at(new.booked_at, new.created_at) end;
    continue when is_event and instant < rule.active_since
      or rule.trigger = 'balance_due' and reading <= instant at time zone rule.time_zone;
    due := date_trunc('second', automation_due(reading, instant, rule.offset_days, rule.offset_hours, rule.at, rule.time_zone));
    -- The same bounds as in automation_moments().
    continue when due <= now() - case when new.imported then interval '0' else interval '3 days' end
      and (new.imported or rule.trigger = 'balance_due' or (new.end_at at time zone 'UTC') at time zone rule.time_zone <= now());
    continue when num_nonnulls(rule.min_lead_days, rule.max_lead_days, rule.languages, rule.rentals_tag_ids, rule.guests) > 0
      and automation_meets(
        new, rule.min_lead_days, rule.max_lead_days, rule.languages, rule.rentals_tag_ids, rule.guests, rule.time_zone) is not true;
    decision := case when rule.state = 'paused' then 'paused'
      when rule.if_late = 'skip' and due < now() - case when is_event then interval '15 minutes' else interval '0' end then 'skipped'
      else 'scheduled' end;
    insert into scheduled_actions (account_id, automation_id, booking_id, occurrence, due_at, local_due_at, state, reason)
    select new.account_id, rule.id, new.id, case rule.trigger when 'balance_due' then 'due ' || reading::date
        when 'booking_canceled' then 'canceled ' || extract(epoch from new.canceled_at) else 'once' end,
      due, due at time zone rule.time_zone at time zone 'UTC', decision, case decision when 'skipped' then 'late' end
    where new.client_id is null or not exists (
      select from clients where clients.account_id = new.account_id and clients.id = new.client_id
        and (clients.forget_me_at is not null or clients.processing_restricted_at is not null));
    is_due := is_due or decision = 'scheduled' and due <= now();
  end loop;
  if is_due and (new.account_id = any (roost_accounts())) is true then
    perform queue_job('perform automations', new.account_id, json_build_object('booking', new.id), 25, lane => 'money and mail');
  end if;
  -- This stay may make a later one of its guest a return.
  if rules_of_returning is not null then
    perform plan_bookings(new.account_id, array(
      select id from bookings where account_id = new.account_id and client_id = new.client_id and id <> new.id and end_at > now()
    ), rules_of_returning);
  end if;
  return null;
end
$$;
create or replace trigger automations_of_new_booking after insert on bookings for each row
  when (not new.unavailable and new.created_by_type <> 'Booking') execute function automations_of_new_booking();

-- A changed booking is planned by the rules that can concern it. An imported one concerns few.
create or replace function automations_of_booking() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
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
  -- Another stay of the guest may make a later one a return, and the former guest's stays may be returns no longer.
  if depends_on_guest then
    stays := stays || array(
      select id from bookings where account_id = new.account_id and client_id in (old.client_id, new.client_id) and id <> new.id
        and end_at > now());
  end if;
  if new.booked and new.canceled_at is null
    and (old.start_at, old.end_at, old.rental_id) is distinct from (new.start_at, new.end_at, new.rental_id) then
    insert into scheduled_actions (account_id, automation_id, booking_id, occurrence, event_at, due_at, local_due_at, state)
    select new.account_id, id, new.id, 'moved ' || pg_current_xact_id(), now(), now(), now(), 'scheduled' from automations
    where account_id = new.account_id and id = any (rules) and trigger = 'booking_moved'
    on conflict on constraint acts_once do nothing;
  end if;
  perform plan_bookings(new.account_id, stays, rules);
  return null;
end
$$;
