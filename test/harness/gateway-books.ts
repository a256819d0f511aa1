import type { LedgerLine } from "../gateways/stripe-stand-in.ts";

/** A payment in the database. */
export interface PaymentRow {
  readonly id: string;
  readonly amount: string;
  readonly transaction_id: string | null;
  readonly paid: boolean;
  readonly authorized: boolean;
  readonly ended: boolean;
}

/** A payment in the gateway's books. Amounts are minor units, as texts. */
interface Booked {
  readonly id: string;
  /** Charges and authorizations by transaction. */
  readonly charged: readonly string[];
  readonly taken: readonly string[];
  readonly released: number;
}

/** Summarizes the gateway's books for a payment. @param lines the payment's own */
export function atGateway(id: string, lines: readonly LedgerLine[]): Booked {
  const isTaken = ({ kind, metadata }: LedgerLine) =>
    kind === "capture" || (kind === "charge" && metadata.roost_step === "charge");
  return {
    id,
    charged: lines.filter(({ kind }) => kind === "charge").map((line) => `${line.amount} ${line.transaction}`),
    taken: lines.filter(isTaken).map(({ amount }) => String(amount)),
    released: lines.filter(({ kind }) => kind === "cancel").length,
  };
}

/** The books that a payment in the database implies: an authorization was either captured or voided. */
export function expectedAtGateway({
  id,
  amount,
  transaction_id,
  paid,
  authorized,
  ended,
}: PaymentRow): Booked & { open?: true } {
  const charged = paid || authorized ? [`${amount} ${transaction_id}`] : [];
  const open = paid || ended ? {} : { open: true as const };
  return { id, charged, taken: paid ? [amount] : [], released: authorized && !paid ? 1 : 0, ...open };
}
