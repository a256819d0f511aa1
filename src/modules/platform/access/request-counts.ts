/**
 * SQL: adds the `found` requests to their applications' hourly counts, in the order of application ids, and returns the totals. A
 * request that waits for the row past its hour counts toward the next hour, which another process has begun.
 */
export const countedRequests = `counted as (
      insert into request_counts as counts (application_id, window_starts_at, used)
      select application_id, date_trunc('hour', now(), 'UTC'), sum(requests) from found group by application_id order by application_id
      on conflict (application_id) do update set
        used = case when counts.window_starts_at in (excluded.window_starts_at, excluded.window_starts_at + interval '1 hour')
          then counts.used + excluded.used else excluded.used end,
        window_starts_at = case when counts.window_starts_at = excluded.window_starts_at + interval '1 hour'
          then counts.window_starts_at else excluded.window_starts_at end
      returning application_id, used
    )`;

/** SQL: records the last use of the `found` installations, at most every ten minutes. */
export const notedInstallations = `last_used as (
      update accounts_applications set last_used_at = now() from found
      where accounts_applications.account_id = found.account_id and accounts_applications.application_id = found.application_id
        and (accounts_applications.last_used_at is null or accounts_applications.last_used_at < now() - interval '10 minutes')
    )`;
