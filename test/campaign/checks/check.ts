import type { ServerAddress } from "../../../src/database/connect/address.ts";
import type { LedgerLine } from "../../gateways/stripe-stand-in.ts";
import type { Json } from "../../harness/client.ts";
import type { Statements } from "../../harness/databases.ts";
import type { Ledger } from "../ledger.ts";
import type { Market } from "../market.ts";
import type { Persona } from "../persona.ts";

/** The input of the checks, once the system is idle. */
export interface Evidence {
  /** Statements as the database owner, who sees every row. */
  readonly sql: Statements;
  readonly owner: ServerAddress;
  readonly markets: readonly Market[];
  readonly personas: readonly Persona[];
  readonly ledger: Ledger;
  /** The changes that each market's feed reader received, in order. */
  readonly received: ReadonlyMap<Market, readonly Json[]>;
  /** The id of the last change before the readers started. */
  readonly begun: number;
  readonly gatewayLedger: readonly LedgerLine[];
}

/** The result of one check. */
export interface Checked {
  readonly subject: string;
  /** The number of checked items. */
  readonly count: number;
  /** One line each. */
  readonly violations: readonly string[];
}

export type Check = (evidence: Evidence) => Promise<Checked>;

/** A market's published changes since the start, in order. */
export async function changesOf({ sql, begun }: Evidence, { account }: Market): Promise<Json[]> {
  return sql.run<Json>(
    "select id::int, type, resource, record_id, changes from changes where account_id = $1 and id > $2 order by id",
    [account, begun],
  );
}
