import type { LedgerLine } from "../gateways/stripe-stand-in.ts";

/** A payment as the database has it. */
export interface PaymentRow {
  readonly id: string;
  readonly amount: string;
  readonly transaction_id: string | null;
  readonly paid: boolean;
  readonly authorized: boolean;
  readonly ended: boolean;
}

/** What the gateway's books say of a payment. Amounts in minor units, as texts. */
interface Booked {
  readonly id: string;
  /** Charges and authorisations, each under its transaction. */
  readonly charged: readonly string[];
  readonly taken: readonly string[];
  readonly givenUp: number;
}

/** What the gateway has done for a payment. @param lines those of the payment alone */
export function atGateway(id: string, lines: readonly LedgerLine[]): Booked {
  const isTaken = ({ kind, metadata }: LedgerLine) =>
    kind === "capture" || (kind === "charge" && metadata.roost_step === "charge");
  return {
    id,
    charged: lines.filter(({ kind }) => kind === "charge").map((line) => `${line.amount} ${line.transaction}`),
    taken: lines.filter(isTaken).map(({ amount }) => String(amount)),
    givenUp: lines.filter(({ kind }) => kind === "cancel").length,
  };
}

/** What a payment in the database says that the gateway's books hold: what is authorised was either taken or given up. */
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
  return { id, charged, taken: paid ? [amount] : [], givenUp: authorized && !paid ? 1 : 0, ...open };
}
