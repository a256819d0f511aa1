import type pg from "pg";

/** Where the rows of a table lie: with their account, on every server, or on the coordinator alone. */
type Placement = "distributed" | "reference" | "local";

/** A table and where its rows belong. */
export interface PlacedTable {
  readonly name: string;
  readonly placement: Placement;
  /** The column that holds the account, of a distributed table. */
  readonly account?: string;
}

/** The table that the others lie beside. */
export const anchor = "rentals";

/**
 * What the admission of a request reads and writes, in one statement for tokens of several accounts: before it is known whose the request
 * is, and in forms that Citus takes of local tables alone.
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
  "request_counts",
  "second_factors",
  "sessions",
  "throttled",
  "token_pairs",
]);

/** What an account's statements read beside its rows, and few requests write. */
export const ofEverybody: ReadonlySet<string> = new Set([
  "accounts",
  "accounts_applications",
  "applications",
  "memberships",
  "users",
]);

/** What only the machinery of the coordinator reads and writes. */
const ofTheCoordinator = new Set(["job_runs", "job_workers", "long_writes", "roost_migrations"]);

/** All tables of the schema by their placement: first the one that the others lie beside. */
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
