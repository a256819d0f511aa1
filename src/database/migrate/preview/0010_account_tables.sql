-- A table that an account owns: row-level security (0003), the rights of roost_app, and the version of the prices that its rows are a
-- part of (0005). A later migration creates the table and calls this; a test finds the table that was forgotten.
--
-- prices_of: 'account', 'rental' or 'rates_table' when a change of a row changes the prices of that one. The table then has its key.
-- joining: for a table that only joins two others, whose rows alone are deleted for good.
--
-- Calling it again changes nothing. To call it takes the table's owner, and roost_app owns none.
create function make_account_table(owned regclass, prices_of text default null, joining boolean default false)
  returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (
    select from pg_index
    join pg_attribute on pg_attribute.attrelid = indrelid and pg_attribute.attnum = indkey[0]
    where indrelid = owned and indisprimary and attname = 'account_id' and atttypid = 'bigint'::regtype
  ) then
    raise exception 'The primary key of % must begin with account_id bigint.', owned;
  end if;

  execute format('alter table %s enable row level security', owned);
  execute format('drop policy if exists own_accounts on %s', owned);
  -- The scalar sub-select is evaluated once a statement, and not once a row.
  execute format('create policy own_accounts on %s to roost_app using (account_id = any ((select roost_accounts())::bigint[]))', owned);

  execute format('revoke all on %s from roost_app', owned);
  execute format('grant select, insert, update %s on %s to roost_app', case when joining then ', delete' else '' end, owned);

  if prices_of is not null then
    execute format(
      'create or replace trigger prices_changed after insert or update or delete on %s for each row execute function %I()',
      owned, 'prices_of_' || prices_of || '_changed'
    );
  end if;
end
$$;
revoke execute on function make_account_table(regclass, text, boolean) from public;
