-- An empty account, and a function that measures how fast COPY could load its bookings.
insert into accounts (business_name, selected_locales, default_locale) values ('Les Robles', '{en}', 'en');
insert into applications (name, client_id, client_secret_digest, scopes) values ('Importer', 'importer', '\x00', '{}');
insert into accounts_applications (account_id, application_id, scopes) select accounts.id, applications.id, '{}' from accounts, applications;

-- Milliseconds that COPY takes for the existing bookings. Deletes the rows that refer to them.
create function copied_again(path text) returns bigint language plpgsql as $$
declare
  written text;
  began timestamptz;
begin
  select string_agg(quote_ident(attname), ', ') into written from pg_attribute
    where attrelid = 'bookings'::regclass and attnum > 0 and not attisdropped and attgenerated = '';
  execute format('copy (select %s from bookings order by id) to %L', written, path);
  truncate bookings cascade;
  -- As an import does.
  perform set_config('roost.counts_calendars', 'once', true);
  began := clock_timestamp();
  execute format('copy bookings (%s) from %L', written, path);
  return extract(epoch from clock_timestamp() - began) * 1000;
end
$$;
