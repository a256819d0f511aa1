import type { Reader } from "../../../kernel/read/visible/read-scope.ts";
import type { StepResult } from "./gateway.ts";

/** Whose books they are. */
export interface LedgerOwner {
  /** The account's scope: each entry is committed by itself, as at a gateway. */
  readonly reader: Reader;
  readonly account: number;
  readonly gateway: number;
}

/** What is asked for under a key. Minor units. */
export interface BogusEntry {
  readonly key: string;
  readonly step: string;
  readonly amount: number;
  readonly currency: string;
  readonly token: string | null;
  /** The charge that it is of; null for a charge. */
  readonly charge: string | null;
}

/** The books of the bogus gateway, in a table of their own: what it did, each key once, whatever happens to our own records. */
export class BogusLedger {
  private readonly owner: LedgerOwner;

  constructor(owner: LedgerOwner) {
    this.owner = owner;
  }

  /** Enters what came of a key. One that was unreachable is done now. @returns whether the key is new */
  async enter(
    { key, step, amount, currency, token, charge }: BogusEntry,
    { outcome, reason }: { readonly outcome: "done" | "refused" | "unreachable"; readonly reason: string | null },
  ): Promise<boolean> {
    const { reader, account, gateway } = this.owner;
    const rows = await reader.read(
      {
        text: `insert into bogus_ledger (account_id, payment_gateway_id, key, step, amount_in_cents, currency, transaction_id, charge_id, token, outcome, reason)
          values ($1, $2, $3, $4, $5, $6, 'bogus_' || md5($3), $7, $8, $9, $10)
          on conflict (account_id, payment_gateway_id, key) do update set outcome = 'done' where bogus_ledger.outcome = 'unreachable'
          returning xmax = 0`,
      },
      [account, gateway, key, step, amount, currency, charge, token, outcome, reason],
    );
    return rows[0]?.[0] === "t";
  }

  /** What stands under a key. */
  async outcomeOf(key: string): Promise<StepResult> {
    const { reader, account, gateway } = this.owner;
    const [row] = await reader.read(
      {
        text: "select outcome, transaction_id, reason from bogus_ledger where account_id = $1 and payment_gateway_id = $2 and key = $3",
      },
      [account, gateway, key],
    );
    const [outcome, transaction, reason] = row ?? [];
    if (outcome === "done" && transaction) return { outcome, transaction, test: true };
    if (outcome === "refused") return { outcome, reason: reason ?? "" };
    throw new Error(`Nothing came of the key ${key}.`);
  }

  /** The charge of a transaction, with its token; undefined when nothing was charged or authorised under that name. */
  async chargeOf(transaction: string): Promise<{ readonly token: string | null } | undefined> {
    const { reader, account, gateway } = this.owner;
    const [row] = await reader.read(
      {
        text: `select token from bogus_ledger where account_id = $1 and payment_gateway_id = $2 and transaction_id = $3
          and step in ('charge', 'authorize') and outcome = 'done'`,
      },
      [account, gateway, transaction],
    );
    return row && { token: row[0] ?? null };
  }

  /** Why a step on a charge is refused, whatever the card: what is captured is not given up, and no more is given back than was taken. */
  async problemWith(step: string, charge: string, amount: number, key: string): Promise<string | undefined> {
    const { reader, account, gateway } = this.owner;
    const [row] = await reader.read(
      {
        text: `select
            count(*) filter (where charge_id = $3 and step = 'capture' and outcome = 'done') as captured,
            count(*) filter (where charge_id = $3 and step = 'cancel' and outcome = 'done') as canceled,
            coalesce(sum(amount_in_cents) filter (where transaction_id = $3 and step in ('charge', 'authorize')), 0)
              - coalesce(sum(amount_in_cents) filter (where charge_id = $3 and step = 'refund' and outcome = 'done'), 0)
          from bogus_ledger where account_id = $1 and payment_gateway_id = $2 and key <> $4`,
      },
      [account, gateway, charge, key],
    );
    const [captured, canceled, left] = (row ?? []).map(Number);
    if (step === "capture" && canceled) return "The authorisation was given up.";
    if (step === "cancel" && captured) return "The charge was captured.";
    if (amount > (left ?? 0)) return "That is more than was charged.";
    return undefined;
  }
}
