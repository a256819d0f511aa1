/**
 * What the application is told of the migrations, whose table it may not see: names and digests, for the readiness. Made at each start, under
 * the lock of the migrations, as `queue_job` is.
 */
export const appliedMigrationsFunction = `
  create or replace function applied_migrations() returns table (name text, digest text)
  language sql stable security definer set search_path = public, pg_temp as 'select name, digest from roost_migrations';
  revoke execute on function applied_migrations() from public;
  grant execute on function applied_migrations() to roost_app;
`;

/** An applied migration as the database notes it. */
export interface AppliedMigration {
  readonly name: string;
  readonly digest: string;
}
