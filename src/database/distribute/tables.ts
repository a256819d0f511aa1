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

/** Have an account, but are looked up by a secret before it is known whose it is, by a key that lacks the account. */
const foundBySecret = new Set(["access_tokens", "authorization_codes", "token_pairs"]);

/** What only the machinery of the coordinator reads and writes. */
const ofTheCoordinator = new Set([
  "job_runs",
  "job_workers",
  "long_writes",
  "primary_life",
  "roost_migrations",
  "rowless_files",
  "write_positions",
]);

/** All tables of the schema by their placement: `accounts` first, which the others lie beside. */
export async function placedTables(client: pg.Client): Promise<PlacedTable[]> {
  const found = await client.query<{ name: string; has_account: boolean }>(
    `select relname::text as name, exists (
       select from pg_attribute where attrelid = pg_class.oid and attname = 'account_id' and not attisdropped
     ) as has_account
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
     order by relname <> 'accounts', relname`,
  );
  return found.rows.map(({ name, has_account }) => placed(name, has_account));
}

function placed(name: string, hasAccount: boolean): PlacedTable {
  if (name === "accounts") return { name, placement: "distributed", account: "id" };
  if (ofTheCoordinator.has(name)) return { name, placement: "local" };
  if (!hasAccount || foundBySecret.has(name)) return { name, placement: "reference" };
  return { name, placement: "distributed", account: "account_id" };
}
