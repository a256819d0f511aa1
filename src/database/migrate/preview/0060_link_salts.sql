-- locks: bookings, calendar_feeds, secrets_keys, while columns are added and changed, and tables are written again
-- The tokens of bookings' pages and of exported calendars are no longer stored: the service computes them, under a key that is sealed like other
-- secrets, from a salt of each row (docs/decisions/0031-secrets.md). The salt of a row that has a token already is the SHA-256 of that one, so that
-- its address goes on working. A new type writes every row again: no stored copy of a token is left in the tables.

-- The key that signs the tokens, sealed under the row's own key; null until a service first starts.
alter table secrets_keys add column sealed_link_key bytea check (substring(sealed_link_key from 1 for 4) = id);

alter table bookings
  alter column payment_token drop default,
  alter column payment_token type bytea using sha256(convert_to(payment_token, 'UTF8')),
  alter column payment_token set default (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
alter table bookings rename column payment_token to link_salt;

alter table calendar_feeds drop constraint exports_have_a_token;
alter table calendar_feeds alter column export_token type bytea using sha256(convert_to(export_token, 'UTF8'));
alter table calendar_feeds rename column export_token to link_salt;
alter table calendar_feeds add constraint exports_have_a_salt check ((kind = 'export') = (link_salt is not null));

-- Gives up all keys but one; one that something needs cannot be given up, and neither can the last one that opens the key of tokens while calendars
-- are read under them. (Pages of bookings are shown where there is a gateway, whose credentials refer to a key.)
create or replace function forget_secrets_keys(kept bytea) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from secrets_keys where sealed_link_key is not null having not bool_or(id = kept);
  if found then
    perform from calendar_feeds where kind = 'export' and deleted_at is null limit 1;
    if found then
      raise foreign_key_violation using message = 'calendars are read under tokens that need another key';
    end if;
  end if;
  delete from secrets_keys where id <> kept;
end
$$;
