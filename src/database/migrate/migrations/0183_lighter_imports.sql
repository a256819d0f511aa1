-- locks: none

-- Makes the functions that record new and changed rows. Any update of `updated_at` is an event, even without a
-- changed attribute: a computed value may have changed. The attributes are an expression of the function, prepared
-- once a transaction: as a part of the statement they were prepared again for each row.
create or replace function make_recording_functions(owned regclass, resource text, columns text[], ended name, id name)
  returns void language plpgsql set search_path = public, pg_temp as $make$
declare
  part text;
  named text;
  shown text;
  kind name;
  before text;
  after text;
  differ text;
  made_pairs text[] := '{}';
  changed_pairs text[] := '{}';
  account constant text := case when owned = 'accounts'::regclass then 'new.id' else 'new.account_id' end;
  made constant text := format('record_new_%s', resource);
  changed constant text := format('record_changed_%s', resource);
  rights constant text := case when exists (select from pg_proc where proname = made and prosecdef)
    then 'security definer set search_path = public, pg_temp' else '' end;
  operation constant text := case when ended is null then '''updated''' else format(
    'case when old.%1$I is null and new.%1$I is not null then ''ended'' when old.%1$I is not null and new.%1$I is null then ''restored'' else ''updated'' end',
    ended) end;
begin
  foreach part in array columns loop
    named := split_part(part, ' as ', 1);
    shown := to_json(coalesce(nullif(split_part(part, ' as ', 2), ''), named))::text;
    select typname into strict kind from pg_attribute join pg_type on pg_type.oid = atttypid
    where attrelid = owned and attname = named and not attisdropped;
    before := format('coalesce(%s, ''null'')', recorded_form('old', named, kind));
    after := format('coalesce(%s, ''null'')', recorded_form('new', named, kind));
    differ := format(case kind when 'json' then 'old.%1$I::text is distinct from new.%1$I::text and old.%1$I::jsonb is distinct from new.%1$I::jsonb'
      else 'old.%1$I is distinct from new.%1$I' end, named);
    -- Values may differ in parts that are not shown, such as fractions of a second.
    if kind in ('timestamptz', 'json', 'jsonb') then
      differ := format('%s and %s <> %s', differ, before, after);
    end if;
    made_pairs := made_pairs || format('%L || %s || '']''', shown || ':[null,', recorded_form('new', named, kind));
    changed_pairs := changed_pairs || format('case when %s then %L || %s || '','' || %s || '']'' end', differ, shown || ':[', before, after);
  end loop;
  execute format($sql$
    create or replace function %1$I() returns trigger language plpgsql %6$s as $body$
    declare
      made constant text := array_to_string(array[%5$s], ',');
    begin
      insert into change_outbox (account_id, resource, record_id, operation, changes)
      values (%2$s, %3$L, new.%4$I, 'created', ('{' || made || '}')::jsonb);
      return null;
    end
    $body$
  $sql$, made, account, resource, id, array_to_string(made_pairs, ', '), rights);
  execute format($sql$
    create or replace function %1$I() returns trigger language plpgsql %7$s as $body$
    declare
      changed constant text := array_to_string(array[%6$s], ',');
      operation constant text := %5$s;
    begin
      if operation <> 'updated' or changed <> '' or old.updated_at is distinct from new.updated_at then
        insert into change_outbox (account_id, resource, record_id, operation, changes)
        values (%2$s, %3$L, new.%4$I, operation, ('{' || changed || '}')::jsonb);
      end if;
      return null;
    end
    $body$
  $sql$, changed, account, resource, id, operation, array_to_string(changed_pairs, ', '), rights);
end
$make$;

select make_recording_functions('clients', 'clients', '{
  addresses,emails,phones,created_at,fullname,firstname,lastname,notes,passport,preferred_locale,company,vat_number,
  forget_me_at,processing_restricted_at,merged_at,merged_into_id
}', 'merged_at', 'id');
select make_recording_functions('bookings', 'bookings', '{
  start_at,end_at,booked,unavailable,tentative_expires_at,canceled_at,cancelation_reason,cancelation_message_to_guest,
  cancelation_message_to_channel,created_by_id,created_by_type,locked,adults,children,currency,initial_price,discount,
  final_rental_price,final_price,channel_price,commission,payment_charge_commission,downpayment,damage_deposit,
  charge_damage_deposit_on_arrival,damage_deposit_collection_method,damage_deposit_external_collection_method_name,
  rental_payback_to_owner,final_payback_to_owner,reconciliation,paid_amount,authorized_amount,bookings_payments_count,
  balance_due_at,review_requests_count,expected_checkin_time,expected_checkout_time,door_key_code,external_reference,
  imported,notes,contract_updated_at,created_at,rental_id,client_id,source_id
}', 'canceled_at', 'id');
select make_recording_functions('payments', 'payments', '{
  order_id,transaction_id,address1,address2,amount_in_cents,city,country_code,currency,description,kind,email,
  fullname,ip,locale,notes,state,test,zip,offsite_payment,locked,created_at,rejected_at,rejection_reason,canceled_at,
  paid_at,disputed_at,dispute_status,forget_me_at,processing_restricted_at,capturable_from,authorized_at,escrow_date,
  refunded_payment_id,payment_gateway_id
}', 'canceled_at', 'id');
select make_recording_functions('bookings_payments', 'bookings_payments', '{
  amount_in_cents,currency,canceled_at,created_at,booking_id,payment_id
}', 'canceled_at', 'id');

-- A payment may be recorded before it is assigned to its bookings, or after. Most accounts have no rule about payments.
create or replace function automations_of_payment() returns trigger language plpgsql as $$
declare
  each record;
begin
  perform from automations where account_id = new.account_id and trigger in ('payment_received', 'payment_failed')
    and state <> 'off' and deleted_at is null limit 1;
  if not found then
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

-- A payment of an erased guest is erased as well, also in recorded changes. Few guests are erased: most payments only look.
create or replace function payment_of_forgotten_guest() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from bookings join clients on clients.account_id = new.account_id and clients.id = bookings.client_id
  where bookings.account_id = new.account_id and bookings.id = new.booking_id and clients.forget_me_at is not null;
  if not found then
    return null;
  end if;
  update payments set forget_me_at = statement_timestamp(), updated_at = statement_timestamp()
  where account_id = new.account_id and id = new.payment_id and forget_me_at is null;
  if found then
    perform erase_recorded(new.account_id, 'payments', array[new.payment_id::text], array[
      'fullname', 'email', 'ip', 'address1', 'address2', 'city', 'zip', 'state', 'country_code', 'notes'
    ]);
  end if;
  return null;
end
$$;

-- Moves the calendar version. An import that sets roost.counts_calendars to 'once' moves it once a transaction: each
-- further version would be a dead row that later statements scan. It has then written the rental's row itself (xmin)
-- since it began, and looks before it writes.
create or replace function calendar_changed() returns trigger language plpgsql as $$
declare
  once constant boolean := coalesce(current_setting('roost.counts_calendars', true), '') = 'once';
  -- The calendars that the booking has left and entered.
  rental bigint;
begin
  foreach rental in array case
      when tg_op = 'INSERT' then array[new.rental_id]
      when tg_op = 'DELETE' or new.rental_id = old.rental_id then array[old.rental_id]
      else array[old.rental_id, new.rental_id] end
  loop
    if once then
      perform from rentals where account_id = coalesce(new.account_id, old.account_id) and id = rental
        and xmin = pg_current_xact_id()::xid and calendar_changed_at >= now();
      continue when found;
    end if;
    update rentals set calendar_version = calendar_version + 1 where account_id = coalesce(new.account_id, old.account_id) and id = rental;
  end loop;
  return null;
end
$$;
