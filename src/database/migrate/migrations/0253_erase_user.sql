-- locks: none

-- As in 0102, with the person's devices: on a cluster, no foreign key keeps a person whom an authorization names.
create or replace function erase_user(person bigint) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  perform from grants where user_id = person union all select from authorization_codes where user_id = person;
  if found then
    raise foreign_key_violation;
  end if;
  delete from second_factors where user_id = person;
  delete from password_resets where user_id = person;
  update invitations set invited_by_user_id = null, withdrawn_at = coalesce(withdrawn_at, statement_timestamp()) where invited_by_user_id = person;
  delete from agent_codes where agent_token_id in (select id from agent_tokens where user_id = person);
  delete from agent_sessions where agent_token_id in (select id from agent_tokens where user_id = person);
  delete from agent_token_accounts where agent_token_id in (select id from agent_tokens where user_id = person);
  delete from agent_tokens where user_id = person;
  delete from sessions where user_id = person;
  delete from push_devices where user_id = person;
  update applications set registered_by_user_id = null where registered_by_user_id = person;
  delete from users where id = person;
exception when foreign_key_violation then
  delete from second_factors where user_id = person;
  delete from password_resets where user_id = person;
  update invitations set invited_by_user_id = null, withdrawn_at = coalesce(withdrawn_at, statement_timestamp()) where invited_by_user_id = person;
  update users set email = format('erased-%s@erased.invalid', person), fullname = '(erased)', password_digest = null, second_factor_at = null,
    updated_at = statement_timestamp()
  where id = person;
  delete from sessions where user_id = person;
  delete from push_devices where user_id = person;
  update agent_tokens set revoked_at = coalesce(revoked_at, statement_timestamp()) where user_id = person;
  update applications set registered_by_user_id = null where registered_by_user_id = person;
end
$$;
