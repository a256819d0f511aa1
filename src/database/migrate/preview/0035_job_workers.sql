-- Who works on the job queue, under the names by which its rows are locked: what a killed process holds is given back soon.
create table job_workers (
  id text primary key,
  beat_at timestamptz not null default now()
);

-- What ran, by the names of jobs: the queue itself forgets it. Noted once a minute and by each process together.
create table job_runs (
  name text primary key,
  runs bigint not null,
  failures bigint not null,
  last_run_at timestamptz not null,
  last_milliseconds bigint not null,
  last_failed_at timestamptz,
  -- Of recurring work alone: what fails for an account may quote it, and stays with the job in the queue.
  last_error text
);

-- For those who run the queue; the application has nothing to do with it.
alter table job_workers enable row level security;
alter table job_runs enable row level security;
