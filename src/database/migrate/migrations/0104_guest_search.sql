-- locks: clients, while its columns are written again and indexed

-- A text that fits into an index: PostgreSQL refuses longer rows. A character has at most four bytes.
create function indexable_text(written text, max_bytes integer) returns text language sql immutable parallel safe as $$
  select case when octet_length(written) <= max_bytes then written else left(written, max_bytes / 4) end
$$;

-- All e-mail addresses, one a line.
create function sought_emails(emails json) returns text language sql immutable parallel safe as $$
  select string_agg(public.plain_text(element ->> 'email'), E'\n') from json_array_elements(emails) as element
$$;

alter table clients
  drop column sought_name,
  drop column sought_phones,
  add column sought_name text generated always as (indexable_text(sought_name(fullname, company), 900)) stored,
  add column sought_emails text generated always as (indexable_text(sought_emails(emails), 900)) stored,
  add column sought_phones text generated always as (indexable_text(sought_phones(phones, addresses), 600)) stored;

-- Row-level security keeps LIKE from using a pattern index: it is not leakproof. A search reads an account's part of this narrow one.
create index clients_sought on clients (account_id) include (id, sought_name, sought_emails, sought_phones, processing_restricted_at);
