-- locks: bookings, clients, while columns are dropped, rows are read and indexes are built

-- The words by which people find a name, without case, accents and punctuation.
create function name_words(written text) returns text[] language sql immutable parallel safe as $$
  select array_remove(regexp_split_to_array(public.plain_text(written), '[\s.,;:/&()"''’´`+-]+'), '')
$$;

-- A number's digits from the last one, with an end: the beginning of the key finds numbers by their last digits.
create function phone_key(digits text) returns text language sql immutable strict parallel safe as $$
  select 'p ' || reverse(digits) || ' '
$$;

-- An e-mail address as one mailbox: without case and the domain's dots.
create function email_key(email text) returns text language sql immutable strict parallel safe as $$
  select '@ ' || split_part(lower(email), '@', 1) || '@' || replace(split_part(lower(email), '@', 2), '.', '')
$$;

-- A client's keys: words of the names (n), e-mail addresses from each of their parts on (e), mailboxes (@), numbers (p).
create function keys_of_client(fullname text, company text, emails json, phones json, addresses json)
  returns table (key text) language sql immutable parallel safe set search_path = public, pg_temp as $$
  select 'n ' || word from (select coalesce(fullname, '') || ' ' || coalesce(company, '') as written) as named,
    lateral unnest(name_words(written) || case when octet_length(written) = length(written) then '{}' else name_words(spelled_text(written)) end) as word
  union
  select 'e ' || part from json_array_elements(emails) as element, lateral (select plain_text(element ->> 'email') as email) as plain,
    lateral (
      select substring(email from first) as part from generate_series(1, length(email)) as first
      where first = 1 or substring(email from first - 1 for 1) ~ '[.@_+-]' order by first limit 12
    ) as parts
  union
  select email_key(element ->> 'email') from json_array_elements(emails) as element where element ->> 'email' <> ''
  union
  select phone_key(phone_digits(phone ->> 'number', coalesce(nullif(phone ->> 'country_code', ''), addresses -> 0 ->> 'country_code')))
  from json_array_elements(phones) as phone where phone ->> 'number' ~ '\d'
$$;

-- Clients by their keys. Row-level security keeps LIKE and arrays from using an index; comparisons of texts may.
create table client_keys (
  account_id bigint not null,
  key text collate "C" not null,
  client_id bigint not null,
  primary key (account_id, key, client_id)
);
select make_account_table('client_keys', joining => true);

create function save_client_keys() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from client_keys where client_keys.account_id = old.account_id and client_keys.client_id = old.id and client_keys.key = any (array(
      select key from keys_of_client(old.fullname, old.company, old.emails, old.phones, old.addresses)
      except select key from keys_of_client(new.fullname, new.company, new.emails, new.phones, new.addresses)
    ));
  end if;
  insert into client_keys (account_id, key, client_id)
  select new.account_id, key, new.id from keys_of_client(new.fullname, new.company, new.emails, new.phones, new.addresses)
  on conflict do nothing;
  return null;
end
$$;
create trigger keyed after insert or update of fullname, company, emails, phones, addresses on clients
  for each row execute function save_client_keys();
insert into client_keys (account_id, key, client_id)
select clients.account_id, keys.key, clients.id from clients, lateral keys_of_client(fullname, company, emails, phones, addresses) as keys;

-- The beginnings of keys that a search wants. A client fulfils it by all words of one way.
create function wanted_keys(name text, email text, phones text[]) returns table (way integer, words integer, word text)
  language sql immutable parallel safe rows 3 set search_path = public, pg_temp as $$
  select way, cardinality(list)::integer, prefix || word
  from (values
    (1, 'n ', array(select distinct unnest(name_words(name)))),
    (2, 'n ', array(select distinct unnest(name_words(nullif(spelled_text(name), plain_text(name)))))),
    (3, 'e ', array(select distinct unnest(array_remove(regexp_split_to_array(plain_text(email), '\s+'), ''))))
  ) as ways (way, prefix, list), lateral unnest(list) as word
  union all
  select 4, 1, 'p ' || reverse(phone) from unnest(phones) as phone
$$;

-- The keys by which a guest is recognized: the mailbox, and the number with its country's code and without it.
create function identity_keys(email text, number text, country text) returns text[]
  language sql immutable parallel safe set search_path = public, pg_temp as $$
  select array_remove(array[email_key(nullif(email, '')), phone_key(nullif(digits, '')),
    case when digits like code || '_%' then phone_key(substring(digits from length(code) + 1)) end], null)
  from (select phone_digits(number, country) as digits, left(phone_digits('2', country), -1) as code) as read
$$;

drop index clients_sought;
alter table clients drop column sought_name, drop column sought_emails, drop column sought_phones;
drop function sought_name(text, text), sought_phones(json, json), sought_emails(json), indexable_text(text, integer);

-- A channel repeats a booking by its own reference.
create index bookings_by_external_reference on bookings (account_id, external_reference) where external_reference is not null;
