-- locks: none
-- The payments that wait, at most so many of each account, the longest waiting first: an account whose gateway is dead leaves room for the others.
create or replace function waiting_payments(most integer) returns table (account bigint, payment bigint)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select account_id, payment_id from (
    select account_id, payment_id, row_number() over (partition by account_id order by min(due_at), payment_id) as place
    from payment_steps
    where state in ('queued', 'sent') and step <> 'checkout'
      and case when state = 'queued' then due_at <= now() - interval '1 minute'
        else sent_at <= now() - least(interval '1 minute' * power(2, least(attempts, 10) - 1), interval '1 hour')
          and first_sent_at > now() - interval '20 hours' end
      and (step in ('refund', 'cancel')
        or not exists (select from accounts where accounts.id = payment_steps.account_id and accounts.closed_at is not null))
    group by account_id, payment_id
  ) as waiting
  where place <= most;
end;
