/**
 * Shows the application the applied migrations for the readiness check, because it may not read their table. Like `queue_job`, it is
 * replaced at each start, under the migration lock.
 */
export const appliedMigrationsFunction = `
  create or replace function applied_migrations() returns table (name text, digest text)
  language sql stable security definer set search_path = public, pg_temp as 'select name, digest from roost_migrations';
  revoke execute on function applied_migrations() from public;
  grant execute on function applied_migrations() to roost_app;
`;

/** An applied migration as recorded in the database. */
export interface AppliedMigration {
  readonly name: string;
  readonly digest: string;
}
