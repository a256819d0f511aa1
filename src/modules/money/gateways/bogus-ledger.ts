import type { Reader } from "../../../kernel/read/visible/read-scope.ts";
import type { StepResult } from "./gateway.ts";

/** The gateway that a ledger belongs to. */
export interface LedgerOwner {
  /** The account's scope: each entry commits on its own, as at a real gateway. */
  readonly reader: Reader;
  readonly account: number;
  readonly gateway: number;
}

/** One request under an idempotency key. Amounts in minor units. */
export interface BogusEntry {
  readonly key: string;
  readonly step: string;
  readonly amount: number;
  readonly currency: string;
  readonly token: string | null;
  /** The charge that this step follows; null for a charge. */
  readonly charge: string | null;
}

/** The bogus gateway's own ledger: one entry per key, independent of our payment records. */
export class BogusLedger {
  private readonly owner: LedgerOwner;

  constructor(owner: LedgerOwner) {
    this.owner = owner;
  }

  /** Records a key's outcome. An entry that was unreachable becomes done. @returns whether the key is new */
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

  /** The recorded outcome of a key. @throws Error when the ledger has none */
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
    throw new Error(`The ledger has no outcome for key ${key}.`);
  }

  /** The time of a key's first entry, epoch milliseconds. */
  async enteredAt(key: string): Promise<number> {
    const { reader, account, gateway } = this.owner;
    const [row] = await reader.read(
      {
        text: `select floor(extract(epoch from created_at) * 1000)::bigint from bogus_ledger
          where account_id = $1 and payment_gateway_id = $2 and key = $3`,
      },
      [account, gateway, key],
    );
    return Number(row?.[0] ?? 0);
  }

  /** The token of a charge or authorization; undefined when no such transaction exists. */
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

  /** The reason for refusing a step on a charge, regardless of the card; undefined when it is allowed. */
  async problemWith(step: string, charge: string, amount: number, key: string): Promise<string | undefined> {
    const { reader, account, gateway } = this.owner;
    const [row] = await reader.read(
      {
        text: `select
            count(*) filter (where charge_id = $3 and step = 'capture' and outcome = 'done') as captured,
            count(*) filter (where charge_id = $3 and step = 'cancel' and outcome = 'done') as canceled,
            coalesce(sum(amount_in_cents) filter (where transaction_id = $3 and step in ('charge', 'authorize')), 0)
              - coalesce(sum(amount_in_cents) filter (where charge_id = $3 and step = 'refund' and outcome = 'done'), 0),
            count(*) filter (where transaction_id = $3 and step = 'authorize' and created_at < now() - interval '7 days') as expired
          from bogus_ledger where account_id = $1 and payment_gateway_id = $2 and key <> $4`,
      },
      [account, gateway, charge, key],
    );
    const [captured, canceled, left, expired] = (row ?? []).map(Number);
    if (step === "capture" && expired) return "The authorization has expired.";
    if (step === "capture" && canceled) return "The authorization was voided.";
    if (step === "cancel" && captured) return "The charge was captured.";
    if (amount > (left ?? 0)) return "The amount exceeds the charge.";
    return undefined;
  }
}
