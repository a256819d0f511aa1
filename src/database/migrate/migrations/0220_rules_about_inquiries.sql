-- locks: automations, clients, conversations, inquiries, rentals, rentals_rentals_tags, scheduled_actions, while checks are replaced, triggers are created and actions are read

-- Rules about inquiries. An action is about a booking or an inquiry.
alter table automations drop constraint automations_trigger_check,
  add constraint automations_trigger_check check (trigger in (
    'booking_confirmed', 'hold_made', 'hold_expiring', 'booking_canceled', 'booking_moved', 'payment_received', 'payment_failed',
    'balance_due', 'deposit_requested', 'deposit_captured', 'inquiry_received', 'message_received', 'review_received',
    'guest_form_submitted', 'agreement_signed', 'extras_booked', 'arrival', 'departure', 'booked_at'
  ));
alter table scheduled_actions alter booking_id drop not null, add column inquiry_id bigint,
  add foreign key (account_id, inquiry_id) references inquiries, add check (num_nonnulls(booking_id, inquiry_id) = 1);
-- At most once for a rule and an inquiry.
create unique index acts_once_for_inquiry on scheduled_actions (account_id, inquiry_id, automation_id) where inquiry_id is not null;

-- The guest who writes from an address, unless nobody may use their data. Of several people with one address the first counts.
create function client_with_email(of_account bigint, email text) returns bigint language plpgsql stable set search_path = public, pg_temp as $$
declare
  found_id bigint;
begin
  select clients.id into found_id from client_keys
  join clients on clients.account_id = of_account and clients.id = client_keys.client_id
  where client_keys.account_id = of_account and client_keys.key = email_key(email)
    and clients.forget_me_at is null and clients.processing_restricted_at is null
  order by clients.id limit 1;
  return found_id;
end
$$;

-- The reason why rules do nothing about an inquiry any more; null while they may. A restriction concerns earlier inquiries only.
create function inquiry_ended_by(of_account bigint, of_inquiry bigint) returns text language plpgsql stable set search_path = public, pg_temp as $$
declare
  reason text;
begin
  select case
      when asked.booking_id is not null then 'inquiry_booked'
      when asked.forgotten_at is not null then 'guest_forgotten'
      when exists (
        select from client_keys join clients on clients.account_id = of_account and clients.id = client_keys.client_id
        where client_keys.account_id = of_account and client_keys.key = email_key(asked.email)
          and asked.created_at <= clients.processing_restricted_at + interval '1 second') then 'guest_restricted'
      when exists (
        select from conversations_inquiries as started
        join conversations on conversations.account_id = of_account and conversations.id = started.conversation_id
        where started.account_id = of_account and started.inquiry_id = asked.id
          and conversations.marked_as_spam_at is not null) then 'marked_as_spam'
    end into reason
  from inquiries as asked where asked.account_id = of_account and asked.id = of_inquiry;
  return reason;
end
$$;

-- The moments that rules want for some inquiries, as automation_moments() for bookings. A condition about dates excludes inquiries without them.
create function inquiry_moments(of_account bigint, of_inquiries bigint[], of_rules bigint[])
  returns table (
    automation_id bigint, inquiry_id bigint, due_at timestamptz, local_due_at timestamptz, if_late text, is_paused boolean
  ) language plpgsql stable set search_path = public, pg_temp as $$
begin
  return query
  with asked as materialized (
    select inquiries.id, inquiries.rental_id, inquiries.source_id, inquiries.created_at, rentals.time_zone,
      inquiries.start_at at time zone 'UTC' as arrives, inquiries.end_at at time zone 'UTC' as leaves, clients.id as client_id,
      split_part(replace(coalesce(clients.preferred_locale, accounts.default_communication_locale), '_', '-'), '-', 1) as language
    from unnest(of_inquiries) as one (inquiry)
    join inquiries on inquiries.account_id = of_account and inquiries.id = one.inquiry
    join accounts on accounts.id = of_account and accounts.id = inquiries.account_id and accounts.closed_at is null
    join rentals on rentals.account_id = of_account and rentals.id = inquiries.rental_id
    left join clients on clients.account_id = of_account and clients.id = client_with_email(of_account, inquiries.email)
    where inquiry_ended_by(of_account, inquiries.id) is null
  ),
  moments as materialized (
    select rules.id as rule, asked.id as inquiry, asked.time_zone, rules.if_late, rules.state, date_trunc('second', automation_due(
        null, asked.created_at, rules.offset_days, rules.offset_hours, rules.at, asked.time_zone)) as due
    from automations as rules cross join asked
    where rules.account_id = of_account and rules.id = any (of_rules) and rules.trigger = 'inquiry_received'
      and rules.state <> 'off' and rules.deleted_at is null and asked.created_at >= rules.active_since
      and (rules.rental_ids is null or asked.rental_id = any (rules.rental_ids))
      and (rules.source_ids is null or asked.source_id = any (rules.source_ids))
      and (num_nonnulls(rules.min_nights, rules.max_nights) = 0 or asked.leaves::date - asked.arrives::date
        between coalesce(rules.min_nights, 0) and coalesce(rules.max_nights, 100000))
      and (num_nonnulls(rules.min_lead_days, rules.max_lead_days) = 0
        or asked.arrives::date - (asked.created_at at time zone asked.time_zone)::date
          between coalesce(rules.min_lead_days, 0) and coalesce(rules.max_lead_days, 100000))
      and (rules.languages is null or asked.language = any (rules.languages))
      and (rules.rentals_tag_ids is null or exists (
        select from rentals_rentals_tags as tags where tags.account_id = of_account and tags.rental_id = asked.rental_id
          and tags.rentals_tag_id = any (rules.rentals_tag_ids)))
      and (rules.guests is null or (rules.guests = 'returning') = exists (
        select from bookings as earlier where earlier.account_id = of_account and earlier.client_id = asked.client_id
          and earlier.booked and earlier.canceled_at is null
          and earlier.end_at at time zone 'UTC' <= coalesce(asked.arrives, asked.created_at at time zone asked.time_zone)))
  )
  select moments.rule, moments.inquiry, moments.due, moments.due at time zone moments.time_zone at time zone 'UTC', moments.if_late,
    moments.state = 'paused'
  from moments where moments.due > now() - interval '3 days';
end
$$;

-- Brings the stored actions of some inquiries in line with some rules, as plan_automations() for bookings. They are few, so one form
-- with a statement for each serves PostgreSQL and a cluster. Answers how many actions are due now.
create function plan_inquiry_actions(of_account bigint, of_inquiries bigint[], of_rules bigint[]) returns integer
  language plpgsql set search_path = public, pg_temp as $$
declare
  planned record;
  known scheduled_actions;
  pending record;
  decision text;
  wanted text[] := '{}';
  due integer := 0;
begin
  for planned in select * from inquiry_moments(of_account, of_inquiries, of_rules) loop
    wanted := wanted || (planned.inquiry_id || ' ' || planned.automation_id);
    select * into known from scheduled_actions where account_id = of_account and inquiry_id = planned.inquiry_id
      and automation_id = planned.automation_id;
    decision := case
      when known.requested_at is not null then 'scheduled'
      when planned.is_paused or coalesce(known.held, false) then 'paused'
      when known.state = 'scheduled' and known.due_at = planned.due_at then 'scheduled'
      when planned.if_late = 'skip' and planned.due_at < now() - interval '15 minutes' then 'skipped'
      else 'scheduled' end;
    insert into scheduled_actions as action (account_id, automation_id, inquiry_id, occurrence, due_at, local_due_at, state, reason)
    values (of_account, planned.automation_id, planned.inquiry_id, 'once', planned.due_at, planned.local_due_at, decision,
      case when decision = 'skipped' then 'late' end)
    on conflict (account_id, inquiry_id, automation_id) where inquiry_id is not null do update set
      due_at = case when action.requested_at is null then excluded.due_at else action.due_at end,
      local_due_at = case when action.requested_at is null then excluded.local_due_at else action.local_due_at end,
      state = excluded.state, reason = excluded.reason, updated_at = excluded.updated_at
    where (action.state in ('scheduled', 'paused') or action.state = 'skipped' and action.reason = 'late'
        or action.state = 'canceled' and action.reason <> 'dropped')
      and (action.due_at, action.local_due_at, action.state, action.reason)
        is distinct from (excluded.due_at, excluded.local_due_at, excluded.state, excluded.reason)
    returning * into known;
    if found and known.state = 'scheduled' and known.due_at <= now() then
      due := due + 1;
    end if;
  end loop;
  for pending in
    select id, case
        when not exists (select from automations where automations.account_id = of_account and automations.id = automation_id
          and automations.state <> 'off' and automations.deleted_at is null) then 'automation_off'
        else coalesce(inquiry_ended_by(of_account, inquiry_id), 'conditions') end as why
    from scheduled_actions
    where account_id = of_account and inquiry_id = any (of_inquiries) and automation_id = any (of_rules)
      and state in ('scheduled', 'paused') and not inquiry_id || ' ' || automation_id = any (wanted)
  loop
    update scheduled_actions set state = 'canceled', reason = pending.why, requested_at = null, updated_at = statement_timestamp()
    where account_id = of_account and id = pending.id and state in ('scheduled', 'paused');
  end loop;
  return due;
end
$$;

-- Plans some inquiries. Due actions are performed by a job, as in plan_bookings().
create function plan_inquiries(of_account bigint, of_inquiries bigint[], of_rules bigint[]) returns void language plpgsql as $$
begin
  if cardinality(of_inquiries) > 0 and plan_inquiry_actions(of_account, of_inquiries, of_rules) > 0
    and (of_account = any (roost_accounts())) is true then
    if cardinality(of_inquiries) = 1 then
      perform queue_job('perform automations', of_account, json_build_object('inquiry', of_inquiries[1]), 25, lane => 'money and mail');
    else
      perform queue_job('perform automations', of_account, '{}', 25, key => 'due', lane => 'money and mail');
    end if;
  end if;
end
$$;

-- Plans the inquiries that a change concerns: one, or those of a guest, a conversation or a rental. A trigger's table is a shard on a
-- cluster, whose name has a number at its end.
create function automations_of_inquiries() returns trigger language plpgsql as $$
declare
  changed constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  of_account constant bigint := (changed ->> 'account_id')::bigint;
  of_id constant bigint := (changed ->> case when tg_table_name ^@ 'rentals_rentals_tags' then 'rental_id' else 'id' end)::bigint;
  rules bigint[];
  asked bigint[];
begin
  select array_agg(id) into rules from automations
  where account_id = of_account and trigger = 'inquiry_received' and state <> 'off' and deleted_at is null;
  if rules is null then
    return null;
  elsif tg_table_name ^@ 'inquiries' then
    asked := array[of_id];
  elsif tg_table_name ^@ 'conversations' then
    select array_agg(inquiry_id) into asked from conversations_inquiries where account_id = of_account and conversation_id = of_id;
  elsif tg_table_name ^@ 'clients' then
    select array_agg(id) into asked from inquiries where account_id = of_account and created_at > now() - interval '400 days'
      and email_key(email) in (select email_key(one ->> 'email') from jsonb_array_elements(changed -> 'emails') as one);
  else
    select array_agg(id) into asked from inquiries
    where account_id = of_account and rental_id = of_id and created_at > now() - interval '400 days';
  end if;
  perform plan_inquiries(of_account, asked, rules);
  return null;
end
$$;
create trigger automations_of_new_inquiry after insert on inquiries for each row execute function automations_of_inquiries();
create trigger automations_of_changed_inquiry after update on inquiries for each row
  when ((old.rental_id, old.source_id, old.booking_id, old.email, old.start_at, old.end_at, old.forgotten_at)
    is distinct from (new.rental_id, new.source_id, new.booking_id, new.email, new.start_at, new.end_at, new.forgotten_at))
  execute function automations_of_inquiries();
create trigger automations_of_inquirer after update on clients for each row
  when ((old.preferred_locale, old.processing_restricted_at) is distinct from (new.preferred_locale, new.processing_restricted_at))
  execute function automations_of_inquiries();
create trigger automations_of_spam after update on conversations for each row
  when ((old.marked_as_spam_at is null) <> (new.marked_as_spam_at is null)) execute function automations_of_inquiries();
create trigger automations_of_inquired_rental after update on rentals for each row
  when (old.time_zone is distinct from new.time_zone) execute function automations_of_inquiries();
create trigger automations_of_tagged_inquiry after insert or delete on rentals_rentals_tags
  for each row execute function automations_of_inquiries();

-- The sentence of a rule names its template and the records that it is limited to, in the account's language.
insert into change_dependents (resource, dependent, finds, made, attributes) values
('accounts', 'automations', 'select account_id::text, id::text from automations where account_id = $1 and account_id = any ($2::bigint[])
  and deleted_at is null', false, '{default_locale}'),
('message_templates', 'automations', 'select message_template_id::text, id::text from automations where account_id = $1
  and message_template_id = any ($2::bigint[]) and deleted_at is null', false, '{name}'),
('rentals', 'automations', 'select named::text, id::text from automations cross join unnest(rental_ids) as named where account_id = $1
  and named = any ($2::bigint[]) and deleted_at is null', false, '{name}'),
('rentals_tags', 'automations', 'select named::text, id::text from automations cross join unnest(rentals_tag_ids) as named
  where account_id = $1 and named = any ($2::bigint[]) and deleted_at is null', false, '{name}'),
('bookings_tags', 'automations', 'select named::text, id::text from automations cross join unnest(bookings_tag_ids) as named
  where account_id = $1 and named = any ($2::bigint[]) and deleted_at is null', false, '{name}'),
('sources', 'automations', 'select named::text, id::text from automations cross join unnest(source_ids) as named where account_id = $1
  and named = any ($2::bigint[]) and deleted_at is null', false, '{name}');
