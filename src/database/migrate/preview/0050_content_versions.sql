-- locks: accounts, accounts_applications, applications_periods_rentals, attachments, bathrooms, bedrooms, booking_comments, bookings, bookings_bookings_tags, bookings_fees, bookings_payments, bookings_tags, bookings_taxes, calendar_feeds, channel_payout_lines, channel_payout_movements, channel_payouts, cleaning_links, cleaning_links_rentals, clients, contacts, conversations, conversations_bookings, conversations_inquiries, discount_code_usages, discount_codes, discount_codes_rentals, fees, fees_taxes, host_reviews, hosts, inquiries, living_rooms, message_templates, messages, messages_attachments, mid_term_rate_maps, nightly_rate_maps, participants, payment_gateways, payments, payout_lines, payouts, periods, photos, photos_renditions, rates, rates_rules, rates_rules_seasons, rates_tables, rental_agreements, rental_cancelation_policies, rental_cancelation_policy_items, rental_contacts, rental_link_groups, rental_link_groups_rentals, rental_links, rental_urls, rentals, rentals_amenities, rentals_contents_overrides, rentals_fees, rentals_fees_seasons, rentals_rentals_tags, rentals_tags, rentals_taxes, review_replies, reviews, seasons, sources, special_offers, stored_files, tax_rules, taxes, while triggers are made
-- What an answer of the API shows follows from what the account's rows say and from the time: an answer is as good the next time while neither has
-- changed (decision 0079). Triggers note once in each transaction that something of an account has changed, as they note numbers of records
-- (0028): notes are only added, no writer waits for another, and the job that puts numbers together puts these together.

-- All rows of one statement come here, because they are looked at before the first of them is noted.
create function note_content_of(account bigint) returns void language plpgsql as $$
begin
  if current_setting('roost.noted_content', true) is distinct from account::text then
    insert into record_count_changes (account_id, counted, change) values (account, 'content', 1);
    perform set_config('roost.noted_content', account::text, true);
  end if;
end
$$;
revoke execute on function note_content_of(bigint) from public;

create function note_content() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_content_of(coalesce(new.account_id, old.account_id));
  return null;
end
$$;

-- An account that is erased shows nothing any more.
create function note_content_of_itself() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_content_of(new.id);
  return null;
end
$$;
revoke execute on function note_content(), note_content_of_itself() from public;

-- Lets changes of a table's rows move the version of its account's content.
--
-- unseen: a column that no record shows, and whose changes alone are nothing.
create function make_content_table(owned regclass, unseen name default null)
  returns void language plpgsql set search_path = public, pg_temp as $make$
declare
  is_itself constant boolean := owned = 'accounts'::regclass;
  account constant name := case when is_itself then 'id' else 'account_id' end;
  notes constant name := case when is_itself then 'note_content_of_itself' else 'note_content' end;
  seen constant text := (
    select 'of ' || string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = owned and attnum > 0 and not attisdropped and attname <> unseen
  );
begin
  execute format($sql$
    create or replace trigger content_written after insert or update %4$s on %1$s for each row
      when (current_setting('roost.noted_content', true) is distinct from new.%2$I::text) execute function %3$I()
  $sql$, owned, account, notes, seen);
  if not is_itself then
    execute format($sql$
      create or replace trigger content_erased after delete on %1$s for each row
        when (current_setting('roost.noted_content', true) is distinct from old.account_id::text) execute function note_content()
    $sql$, owned);
  end if;
end
$make$;
revoke execute on function make_content_table(regclass, name) from public;

-- The number of transactions that have changed what an account shows, in the snapshot of who asks. As the owner: a request is let in before it
-- is known whose it is. By the index in any case, as in 0028.
create function content_version(account bigint) returns bigint
  language plpgsql stable strict security definer parallel restricted set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  return coalesce((
    select total from record_counts
    where account_id = account and counted = 'content' and span = 'always' and since = '-infinity'
  ), 0) + (
    select coalesce(sum(change), 0) from record_count_changes where account_id = account and counted = 'content'
  );
end
$$;
revoke execute on function content_version(bigint) from public;
grant execute on function content_version(bigint) to roost_app;

select make_content_table(owned) from unnest(array[
  'accounts', 'applications_periods_rentals', 'attachments', 'bathrooms', 'bedrooms', 'booking_comments', 'bookings',
  'bookings_bookings_tags', 'bookings_fees', 'bookings_payments', 'bookings_tags', 'bookings_taxes', 'calendar_feeds', 'channel_payout_lines',
  'channel_payout_movements', 'channel_payouts', 'cleaning_links', 'cleaning_links_rentals', 'clients', 'contacts', 'conversations',
  'conversations_bookings', 'conversations_inquiries', 'discount_code_usages', 'discount_codes', 'discount_codes_rentals', 'fees', 'fees_taxes',
  'host_reviews', 'hosts', 'inquiries', 'living_rooms', 'message_templates', 'messages', 'messages_attachments', 'mid_term_rate_maps',
  'nightly_rate_maps', 'participants', 'payment_gateways', 'payments', 'payout_lines', 'payouts', 'periods', 'photos', 'photos_renditions', 'rates',
  'rates_rules', 'rates_rules_seasons', 'rates_tables', 'rental_agreements', 'rental_cancelation_policies', 'rental_cancelation_policy_items',
  'rental_contacts', 'rental_link_groups', 'rental_link_groups_rentals', 'rental_links', 'rental_urls', 'rentals', 'rentals_amenities',
  'rentals_contents_overrides', 'rentals_fees', 'rentals_fees_seasons', 'rentals_rentals_tags', 'rentals_tags', 'rentals_taxes', 'review_replies',
  'reviews', 'seasons', 'sources', 'special_offers', 'stored_files', 'tax_rules', 'taxes'
]::regclass[]) as owned;
-- When an application was last used is noted every ten minutes, while its requests are let in.
select make_content_table('accounts_applications', unseen => 'last_used_at');
