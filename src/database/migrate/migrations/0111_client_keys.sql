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
-- A procedural function keeps its plans from row to row.
create function keys_of_client(fullname text, company text, emails json, phones json, addresses json)
  returns text[] language plpgsql immutable parallel safe as $$
declare
  written text := concat_ws(' ', fullname, company);
  words text[] := public.name_words(written);
  keys text[] := '{}';
  word text;
  element json;
  parts text[];
begin
  if octet_length(written) <> length(written) then
    words := words || public.name_words(public.spelled_text(written));
  end if;
  foreach word in array words loop
    keys := keys || ('n ' || word);
  end loop;
  for element in select json_array_elements(emails) loop
    parts := regexp_split_to_array(public.plain_text(element ->> 'email'), '(?<=[.@_+-])');
    for position in 1 .. least(cardinality(parts), 12) loop
      keys := keys || ('e ' || array_to_string(parts[position:], ''));
    end loop;
    keys := keys || public.email_key(element ->> 'email');
  end loop;
  for element in select json_array_elements(phones) loop
    keys := keys || public.phone_key(nullif(public.phone_digits(element ->> 'number',
      coalesce(nullif(element ->> 'country_code', ''), addresses -> 0 ->> 'country_code')), ''));
  end loop;
  return array_remove(keys, null);
end
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
declare
  keys text[] := keys_of_client(new.fullname, new.company, new.emails, new.phones, new.addresses);
  earlier text[] := '{}';
begin
  if tg_op = 'UPDATE' then
    earlier := keys_of_client(old.fullname, old.company, old.emails, old.phones, old.addresses);
    delete from client_keys where client_keys.account_id = old.account_id and client_keys.client_id = old.id
      and client_keys.key = any (earlier) and client_keys.key <> all (keys);
  end if;
  insert into client_keys (account_id, key, client_id)
  select new.account_id, key, new.id from unnest(keys) as key where key <> all (earlier)
  on conflict do nothing;
  return null;
end
$$;
create trigger keyed after insert or update of fullname, company, emails, phones, addresses on clients
  for each row execute function save_client_keys();
insert into client_keys (account_id, key, client_id)
select clients.account_id, key, clients.id
from clients, lateral unnest(keys_of_client(fullname, company, emails, phones, addresses)) as key
on conflict do nothing;

-- The clients with a key that begins with a word. Its own plan knows that a range is small.
create function clients_with_key(accounts bigint[], word text) returns setof bigint language plpgsql stable parallel safe rows 50 as $$
begin
  return query select client_keys.client_id from client_keys
    where client_keys.account_id = any (accounts) and client_keys.key >= word and client_keys.key < word || chr(1114111);
end
$$;

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

-- A channel repeats a booking by its own reference, and people search by its beginning.
create index bookings_by_external_reference on bookings (account_id, external_reference collate "C") where external_reference is not null;
