-- locks: automations, while a check is replaced

-- Two more rules that every account begins with: Roost's mails about damage deposits.
alter table automations drop constraint automations_trigger_check,
  add constraint automations_trigger_check check (trigger in (
    'booking_confirmed', 'hold_made', 'hold_expiring', 'booking_canceled', 'booking_moved', 'payment_received', 'payment_failed',
    'balance_due', 'deposit_requested', 'deposit_captured', 'message_received', 'review_received', 'guest_form_submitted',
    'agreement_signed', 'extras_booked', 'arrival', 'departure', 'booked_at'
  ));
create or replace function make_built_in_automations() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into automations (account_id, built_in, trigger, state, effect, if_late, planned_version)
  select new.id, built_in, trigger, case when new.demo then 'off' else 'on' end, 'message', 'send', 1
  from (values ('balance_reminder', 'balance_due'), ('booking_confirmation', 'booking_confirmed'), ('deposit_request', 'deposit_requested'),
    ('deposit_capture', 'deposit_captured')) as rules (built_in, trigger);
  delete from change_outbox where account_id = new.id and resource = 'automations' and transaction_id = pg_current_xact_id();
  return null;
end
$$;
insert into automations (account_id, built_in, trigger, state, effect, if_late, planned_version)
select accounts.id, rules.built_in, rules.trigger, case when demo then 'off' else 'on' end, 'message', 'send', 1 from accounts
cross join (values ('deposit_request', 'deposit_requested'), ('deposit_capture', 'deposit_captured')) as rules (built_in, trigger);
delete from change_outbox where resource = 'automations' and operation = 'created' and transaction_id = pg_current_xact_id();

-- As before, with the new triggers. An imported stay's planned action is kept once it is due: it was dropped before it could act.
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
    -- A rule that was about an event before, such as payments, keeps its actions of then.
    left join events on events.automation_id = rules.id and events.booking_id = stays.id
      and rules.trigger not in ('arrival', 'departure', 'balance_due', 'booked_at', 'hold_made', 'hold_expiring', 'booking_canceled')
      and (rules.trigger <> 'booking_confirmed' or rules.built_in = 'booking_confirmation')
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
        when 'deposit_requested' then events.event_at is not null and stays.booked and stays.canceled_at is null
        when 'deposit_captured' then events.event_at is not null and stays.booked and stays.canceled_at is null
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
  -- reminder, nor one that has been due for days.
  where (moments.due > now() - interval '3 days'
      or moments.leaves at time zone moments.time_zone > now() and moments.trigger <> 'balance_due')
    -- Imported stays have no late actions, but those planned ahead and those about what guests do.
    and (not moments.imported or moments.due > now()
      or moments.trigger in ('message_received', 'guest_form_submitted', 'agreement_signed', 'extras_booked')
      or exists (
        select from scheduled_actions as known where known.account_id = of_account and known.automation_id = moments.rule
          and known.booking_id = moments.stay and known.occurrence = moments.occurrence and known.state in ('scheduled', 'paused')
          and known.due_at = date_trunc('second', moments.due)));
end
$$;
