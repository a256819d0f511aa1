-- locks: record_count_changes, record_counts
-- While an old snapshot is held, as by a backup, notes that are put together cannot be removed, and whoever let a request in looked through
-- them all. A note now has its transaction's number for an id, and what is put together is everything before one number: behind it, no one looks.
-- An account with more than a thousand notes has no version until they are put together, and its requests read (decision 0079).

-- Of a content: notes of transactions before this number are in the total, all of them.
alter table record_counts add column noted_before bigint;

-- Waits for transactions whose notes are numbered as they were.
lock table record_count_changes in share row exclusive mode;

create or replace function note_content_of(account bigint) returns void language plpgsql as $$
begin
  if current_setting('roost.noted_content', true) is distinct from account::text then
    -- The conflict is with a note of this very transaction, or with one that came from another server.
    insert into record_count_changes as note (account_id, counted, id, change)
    values (account, 'content', pg_current_xact_id()::text::bigint, 1)
    on conflict (account_id, counted, id) do update set change = note.change + 1;
    perform set_config('roost.noted_content', account::text, true);
  end if;
end
$$;

create or replace function content_version(account bigint) returns bigint
  language plpgsql stable strict security definer parallel restricted set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  folded bigint;
  before bigint;
  noted bigint;
  notes integer;
begin
  select total, noted_before into folded, before from record_counts
  where account_id = account and counted = 'content' and span = 'always' and since = '-infinity';
  -- A number of another server, whose rows were loaded here: the next time that notes are put together, it is one of this server.
  if before > pg_snapshot_xmax(pg_current_snapshot())::text::bigint then
    return null;
  end if;
  select count(*), coalesce(sum(change), 0) into notes, noted from (
    select change from record_count_changes where account_id = account and counted = 'content' and id >= coalesce(before, 0) limit 1001
  ) as unfolded;
  return case when notes <= 1000 then coalesce(folded, 0) + noted end;
end
$$;

-- Puts together the notes of contents. Every note that is seen may be counted in; the number before which no further ones can come is that of the
-- oldest transaction under way. Where that one is old, the notes behind it are left for later: once deleted, they would be looked through.
-- Nobody else does so at the same time: a note that the other one holds would be passed over.
create function fold_content_notes() returns void language plpgsql set search_path = public, pg_temp as $$
declare
  before constant bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  next constant bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('fold_content_notes', 0)) then
    return;
  end if;
  with noted as (
    delete from record_count_changes
    where counted = 'content' and (next - before <= 1000 or id < before or id >= next)
      and account_id not in (select id from accounts where closed_at is not null)
    returning account_id, change
  )
  insert into record_counts (account_id, counted, span, since, total, noted_before)
  select account_id, 'content', 'always', '-infinity', sum(change), before from noted group by account_id order by account_id
  on conflict (account_id, counted, span, since)
  do update set total = record_counts.total + excluded.total, noted_before = excluded.noted_before;
end
$$;
revoke execute on function fold_content_notes() from public;

-- As in 0028, without the notes of contents.
create or replace function fold_record_counts() returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  folded bigint;
begin
  perform fold_content_notes();
  with noted as (
    delete from record_count_changes where ctid = any (array(
      select ctid from record_count_changes
      where counted <> 'content' and account_id not in (select id from accounts where closed_at is not null)
      limit 10000 for update skip locked
    ))
    returning account_id, counted, day, change
  ),
  summed as (
    insert into record_counts (account_id, counted, span, since, total)
    select account_id, counted, span, since, sum(change) from noted
    cross join lateral (
      select 'always' as span, '-infinity'::date as since where day is null
      union all select 'day', day where day is not null
      union all select 'month', date_trunc('month', day::timestamp)::date where day is not null
    ) as spans
    group by account_id, counted, span, since having sum(change) <> 0 order by account_id, counted, span, since
    on conflict (account_id, counted, span, since) do update set total = record_counts.total + excluded.total
  )
  select count(*) into folded from noted;
  return folded;
end
$$;

-- Those that are numbered as they were.
with noted as (
  delete from record_count_changes where counted = 'content' returning account_id, change
)
insert into record_counts (account_id, counted, span, since, total)
select account_id, 'content', 'always', '-infinity', sum(change) from noted group by account_id
on conflict (account_id, counted, span, since) do update set total = record_counts.total + excluded.total;
