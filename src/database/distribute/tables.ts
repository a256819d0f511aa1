import type pg from "pg";

/** The location of a table's rows: with their account, on every server, or only on the coordinator. */
type Placement = "distributed" | "reference" | "local";

/** A table and its placement. */
export interface PlacedTable {
  readonly name: string;
  readonly placement: Placement;
  /** A distributed table's account column. */
  readonly account?: string;
}

/** The table with which the others are colocated. */
export const anchor = "rentals";

/**
 * Read and written when a request is admitted, before its account is known, with one statement for several accounts' tokens. Citus
 * supports such statements only on local tables.
 */
const ofTheAdmission = new Set([
  "access_tokens",
  "agent_codes",
  "agent_sessions",
  "agent_token_accounts",
  "agent_tokens",
  "authorization_codes",
  "grants",
  "invitations",
  "password_resets",
  "push_devices",
  "request_counts",
  "second_factors",
  "sessions",
  "throttled",
  "token_pairs",
]);

/** Read by every account's statements and rarely written. */
export const ofEverybody: ReadonlySet<string> = new Set([
  "account_logos",
  "accounts",
  "accounts_applications",
  "applications",
  "booking_sites",
  "memberships",
  "users",
]);

/** Internal tables of the coordinator. */
const ofTheCoordinator = new Set(["job_runs", "job_workers", "long_writes", "roost_migrations"]);

/** All tables of the schema with their placement, the anchor first. */
export async function placedTables(client: pg.Client): Promise<PlacedTable[]> {
  const found = await client.query<{ name: string; has_account: boolean }>(
    `select relname::text as name, exists (
       select from pg_attribute where attrelid = pg_class.oid and attname = 'account_id' and not attisdropped
     ) as has_account
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
     order by relname <> $1, relname`,
    [anchor],
  );
  return found.rows.map(({ name, has_account }) => placed(name, has_account));
}

function placed(name: string, hasAccount: boolean): PlacedTable {
  if (ofTheCoordinator.has(name) || ofTheAdmission.has(name)) return { name, placement: "local" };
  if (!hasAccount || ofEverybody.has(name)) return { name, placement: "reference" };
  return { name, placement: "distributed", account: "account_id" };
}
