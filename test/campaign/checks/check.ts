import type { ServerAddress } from "../../../src/database/connect/address.ts";
import type { LedgerLine } from "../../gateways/stripe-stand-in.ts";
import type { Json } from "../../harness/client.ts";
import type { Statements } from "../../harness/databases.ts";
import type { Ledger } from "../ledger.ts";
import type { Market } from "../market.ts";
import type { Persona } from "../persona.ts";

/** What is looked at when all is quiet. */
export interface Evidence {
  /** As the database's owner, whom nothing is hidden from. */
  readonly sql: Statements;
  readonly owner: ServerAddress;
  readonly markets: readonly Market[];
  readonly personas: readonly Persona[];
  readonly ledger: Ledger;
  /** What who follows each market's feed was told, in the order of the answers. */
  readonly told: ReadonlyMap<Market, readonly Json[]>;
  /** The last change before anybody followed. */
  readonly begun: number;
  readonly gatewayLedger: readonly LedgerLine[];
}

/** What came of a look at one subject. */
export interface Checked {
  readonly subject: string;
  /** How many of them were looked at. */
  readonly count: number;
  /** Each in a line. */
  readonly violations: readonly string[];
}

export type Check = (evidence: Evidence) => Promise<Checked>;

/** The published changes of a market since the beginning, in their order. */
export async function changesOf({ sql, begun }: Evidence, { account }: Market): Promise<Json[]> {
  return sql.run<Json>(
    "select id::int, type, resource, record_id, changes from changes where account_id = $1 and id > $2 order by id",
    [account, begun],
  );
}
