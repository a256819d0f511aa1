-- locks: secrets_keys, users, while a nullable column is added and foreign keys refer to them
-- A second factor of people (decision 0075): a secret that they share with an application which shows a code every 30 seconds (RFC 6238).

-- Since when signing in asks for it. It stands at the person, whose row a new session locks: one that was begun without it is not opened after.
alter table users add column second_factor_at timestamptz;

-- Read before anybody is signed in: without a policy of row-level security, like sessions.
create table second_factors (
  user_id bigint primary key references users on delete cascade,
  -- Null when it was taken off.
  sealed_secret bytea,
  secrets_key_id bytea generated always as (substring(sealed_secret from 1 for 4)) stored references secrets_keys,
  -- The span of 30 seconds whose code was taken last: no code of it or of one before is taken again.
  last_step bigint not null default 0,
  -- SHA-256 of the recovery codes that are left.
  recovery_digests bytea[] not null default '{}',
  created_at timestamptz not null default statement_timestamp(),
  updated_at timestamptz not null default statement_timestamp()
);
create index second_factors_of_key on second_factors (secrets_key_id) where secrets_key_id is not null;

-- As in 0023; the second factor of the person goes along.
create or replace function erase_user(person bigint) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  delete from second_factors where user_id = person;
  delete from password_resets where user_id = person;
  update invitations set invited_by_user_id = null, withdrawn_at = coalesce(withdrawn_at, clock_timestamp()) where invited_by_user_id = person;
  delete from agent_codes where agent_token_id in (select id from agent_tokens where user_id = person);
  delete from agent_sessions where agent_token_id in (select id from agent_tokens where user_id = person);
  delete from agent_token_accounts where agent_token_id in (select id from agent_tokens where user_id = person);
  delete from agent_tokens where user_id = person;
  delete from sessions where user_id = person;
  update applications set registered_by_user_id = null where registered_by_user_id = person;
  delete from users where id = person;
exception when foreign_key_violation then
  delete from second_factors where user_id = person;
  delete from password_resets where user_id = person;
  update invitations set invited_by_user_id = null, withdrawn_at = coalesce(withdrawn_at, clock_timestamp()) where invited_by_user_id = person;
  update users set email = format('erased-%s@erased.invalid', person), fullname = '(erased)', password_digest = null, second_factor_at = null,
    updated_at = clock_timestamp()
  where id = person;
  delete from sessions where user_id = person;
  update agent_tokens set revoked_at = coalesce(revoked_at, clock_timestamp()) where user_id = person;
  update applications set registered_by_user_id = null where registered_by_user_id = person;
end
$$;
