-- locks: changes, while triggers are made and its rows are counted
-- The audit lists the attributes that changed. An update that names none, since only links or computed attributes of the record changed, is an
-- event alone: neither listed there nor counted (docs/decisions/0048-record-counts.md).
create or replace function count_changes() returns trigger language plpgsql as $$
declare
  each constant integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into record_count_changes (account_id, counted, day, change)
  select one.account_id, 'changes', null::date, each * count(*) from changed as one
  where one.changes <> '{}' or one.type not like '%.updated' group by 1, 2, 3;
  return null;
end
$$;

create or replace function recount_changes() returns trigger language plpgsql as $$
begin
  insert into record_count_changes (account_id, counted, day, change)
  select one.account_id, 'changes', null::date, -1 from (select old.*) as one where one.changes <> '{}' or one.type not like '%.updated'
  union all
  select one.account_id, 'changes', null::date, 1 from (select new.*) as one where one.changes <> '{}' or one.type not like '%.updated';
  return null;
end
$$;
drop trigger counted_with_rows_changed on changes;
create trigger counted_with_rows_changed after update on changes for each row when (
  (old.account_id, old.changes <> '{}' or old.type not like '%.updated') is distinct from
  (new.account_id, new.changes <> '{}' or new.type not like '%.updated')
) execute function recount_changes();

-- What was counted before.
insert into record_count_changes (account_id, counted, day, change)
select account_id, 'changes', null, -count(*) from changes where changes = '{}' and type like '%.updated' group by account_id;
