-- locks: access_tokens, applications, users, while nullable columns are added
-- What an administrator disables and gives anew on the command line (decision 0066). Columns that may be null, without a default: no table is
-- written anew.

-- Since when a person may not sign in.
alter table users add column disabled_at timestamptz;

alter table applications
  -- Since when none of its tokens and no credentials of it are good.
  add column disabled_at timestamptz,
  -- The secret before the last one, and until when it is taken beside it.
  add column former_secret_digest bytea,
  add column former_secret_until timestamptz,
  add constraint a_former_secret_ends check ((former_secret_digest is null) = (former_secret_until is null));

-- Noted every ten minutes at most.
alter table access_tokens add column last_used_at timestamptz;

-- Takes a person out of an account. The application itself may not delete. Answers whether they worked for it.
create function remove_member(account bigint, person bigint) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (account = any (roost_accounts())) is not true then
    raise exception 'A person is taken out of an account within it.' using errcode = 'insufficient_privilege';
  end if;
  delete from memberships where account_id = account and user_id = person;
  return found;
end
$$;
revoke execute on function remove_member(bigint, bigint) from public;
grant execute on function remove_member(bigint, bigint) to roost_app;
