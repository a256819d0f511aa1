-- locks: none
-- A resource's table: its account's rows alone, recorded changes, and a content version that moves with it.
create function make_resource_table(owned regclass, singular text, attributes text[], ended name default null, prices_of text default null)
  returns void language plpgsql set search_path = public, pg_temp as $$
begin
  perform make_account_table(owned, prices_of);
  perform make_recorded_table(owned, owned::text, attributes, ended);
  perform name_change_types(owned::text, singular, ended);
  perform make_content_table(owned);
end
$$;
revoke execute on function make_resource_table(regclass, text, text[], name, text) from public;
