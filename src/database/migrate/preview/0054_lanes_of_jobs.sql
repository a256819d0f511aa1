-- locks: none
-- A job carries its lane, and its account in that lane, as flags (decision 0057). Those that an earlier release queued get theirs here.
do $$
begin
  -- The job queue makes its tables behind the first migrations.
  if to_regclass('graphile_worker._private_jobs') is null then return; end if;
  execute $update$
    update graphile_worker._private_jobs as job
    set flags = jsonb_build_object(lane, true, lane || ':' || (job.payload ->> 'account'), true)
    from (
      select task.id, case task.identifier
        when 'send mail' then 'money and mail' when 'perform payment' then 'money and mail' when 'confirm booking' then 'money and mail'
        when 'sync calendar feed' then 'calendars'
        when 'erase_file' then 'files and pictures' when 'fetch_attachment' then 'files and pictures'
        when 'fetch_photo' then 'files and pictures' when 'render_photo' then 'files and pictures'
        when 'draw_demo_pictures' then 'files and pictures'
        when 'deliver webhooks' then 'webhooks' else 'rest' end as lane
      from graphile_worker._private_tasks as task
    ) as task
    where task.id = job.task_id and job.flags is null and job.payload ->> 'account' is not null
  $update$;
end
$$;

create or replace function queue_for_guest(of_account bigint, of_booking bigint, job text, payload json, attempts integer) returns void
  language plpgsql as $$
begin
  perform from accounts where id = of_account and mails_booking_confirmations;
  if found and account_writes_to_guest(of_account, of_booking) then
    perform queue_job(job, of_account, payload, attempts, lane => 'money and mail');
  end if;
end
$$;
