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

-- As in 0064, but for a change of one record that concerns more than 1,000 others of a resource: they have no events, since one write would
-- be thousands of rows and messages. The event of the changed record stands for all of them (docs/events.md).
create or replace function note_dependents(account bigint, taking bigint[]) returns bigint[]
  language plpgsql set search_path = public, pg_temp as $$
declare
  each record;
  added bigint[];
  noted bigint[] := '{}';
begin
  for each in
    with changed as (
      select dependents.*, record_id, taken.changes ? moved as is_moved, case operation
        when 'created' then made
        when 'updated' then attributes is null or taken.changes ?| attributes
        else true end as is_looked_up
      from change_outbox as taken join change_dependents as dependents using (resource)
      where account_id = account and id = any (taking) and operation <> 'changed'
    )
    select resource, dependent, moved, finds, coalesce(array_agg(distinct record_id) filter (where is_looked_up), '{}') as records
    from changed where is_moved or is_looked_up group by resource, dependent, moved, finds
  loop
    execute format($sql$
      with rows as (
        select * from change_outbox where account_id = $1 and id = any ($3) and resource = %1$L and operation <> 'changed'
      ),
      found as (
        select record, dependent from (
          select record, dependent, count(*) over (partition by record) as dependents from (%2$s) as found (record, dependent)
        ) as all_found where dependents <= 1000
      ),
      showing (dependent, transaction_id, occurred_at, actor, request_id) as (
        select found.dependent, transaction_id, occurred_at, actor, request_id from rows join found on found.record = rows.record_id
        union all
        select moved, transaction_id, occurred_at, actor, request_id from rows cross join lateral moved_ids(rows.changes -> %3$L) as moved
      ),
      added as (
        insert into change_outbox (account_id, transaction_id, resource, record_id, operation, changes, occurred_at, actor, request_id)
        select $1, transaction_id, %4$L, dependent, 'updated', '{}', min(occurred_at), min(actor), min(request_id) from showing
        where not exists (
          select from change_outbox as own where own.account_id = $1 and own.id = any ($3) and own.resource = %4$L
            and own.record_id = showing.dependent and own.transaction_id = showing.transaction_id
        )
        group by transaction_id, dependent returning id
      )
      select coalesce(array_agg(id), '{}') from added
    $sql$, each.resource, each.finds, each.moved, each.dependent) into added using account, each.records, taking || noted;
    noted := noted || added;
  end loop;
  return noted;
end
$$;
revoke execute on function note_dependents(bigint, bigint[]) from public;
