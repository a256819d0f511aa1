-- locks: accounts, accounts_applications, applications_periods_rentals, attachments, bathrooms, bedrooms, booking_comments, bookings, bookings_fees, bookings_payments, bookings_tags, bookings_taxes, calendar_feeds, channel_payouts, cleaning_links, clients, contacts, conversations, discount_code_usages, discount_codes, fees, fees_taxes, host_reviews, hosts, inquiries, living_rooms, message_templates, messages, mid_term_rate_maps, nightly_rate_maps, participants, payment_gateways, payments, payouts, periods, photos, rates_rules, rates_tables, rental_agreements, rental_cancelation_policies, rental_cancelation_policy_items, rental_contacts, rental_link_groups, rental_links, rental_urls, rentals, rentals_amenities, rentals_contents_overrides, rentals_fees, rentals_tags, rentals_taxes, review_replies, reviews, seasons, sources, special_offers, tax_rules, taxes, while triggers are made
-- Whatever moves a record's `updated_at` is an event of that record, also where no attribute of `changes` differs: what is computed of the record
-- may. As in 0041 otherwise.
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
    -- Values may differ in what is not shown of them, such as parts of a second.
    if kind in ('timestamptz', 'json', 'jsonb') then
      differ := format('%s and %s <> %s', differ, before, after);
    end if;
    made_pairs := made_pairs || format('%L || %s || '']''', shown || ':[null,', recorded_form('new', named, kind));
    changed_pairs := changed_pairs || format('case when %s then %L || %s || '','' || %s || '']'' end', differ, shown || ':[', before, after);
  end loop;
  execute format($sql$
    create or replace function %1$I() returns trigger language plpgsql %6$s as $body$
    begin
      insert into change_outbox (account_id, resource, record_id, operation, changes)
      values (%2$s, %3$L, new.%4$I, 'created', ('{' || array_to_string(array[%5$s], ',') || '}')::jsonb);
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
create or replace function make_recorded_table(owned regclass, resource text, columns text[], ended name default null, id name default 'id')
  returns void language plpgsql set search_path = public, pg_temp as $make$
declare
  watched constant text[] := array(select split_part(part, ' as ', 1) from unnest(columns) as part) || ended::text || 'updated_at'::text;
begin
  perform make_recording_functions(owned, resource, columns, ended, id);
  execute format('create or replace trigger %I after insert on %s for each row execute function %I()',
    format('recorded_when_made_in_%s', resource), owned, format('record_new_%s', resource));
  execute format('create or replace trigger %I after update of %s on %s for each row execute function %I()',
    format('recorded_when_changed_in_%s', resource),
    (select string_agg(distinct quote_ident(watching), ', ') from unnest(watched) as watching where watching is not null), owned,
    format('record_changed_%s', resource));
end
$make$;

-- The triggers of today, in the same form.
do $$
declare
  each record;
begin
  for each in
    select pg_get_functiondef(tgfoid) as called, regexp_replace(
      replace(pg_get_triggerdef(pg_trigger.oid), 'CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER'), ' ON ', ', updated_at ON '
    ) as trigger
    from pg_trigger where tgname like 'recorded\_when\_changed\_in\_%' order by tgrelid, tgname
  loop
    execute replace(each.called, $old$changed <> '' then$old$, $new$changed <> '' or old.updated_at is distinct from new.updated_at then$new$);
    execute each.trigger;
  end loop;
end
$$;
