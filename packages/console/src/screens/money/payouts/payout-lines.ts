import type { Client, RecordOf } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import type { PayoutKind } from "./listed-payouts.ts";

type GatewayLine = RecordOf<"/payouts">["lines"][number];
type Movement = RecordOf<"/channel_payouts">["movements"][number];

/** A line of a gateway's or channel's payout. Amounts are minor units. */
export interface PayoutLine {
  /** The line's index in the payout: lines have no ids and never change. */
  readonly index: number;
  /** Null for a line about a stay. */
  readonly kind: GatewayLine["kind"] | Movement["kind"] | null;
  /** The channel's own text. */
  readonly description: string | null;
  readonly booking: PaidBooking | null;
  readonly gross: number;
  readonly kept: number;
  readonly net: number;
}

/** A line's booking, and how much its payouts differ from the expected amount. */
export interface PaidBooking {
  readonly id: number;
  readonly reference: string;
  readonly currency: string | null;
  readonly reconciliation: string | null;
}

/** The maximum number of ids in one request. */
const maxIds = 50;

async function bookingsOf(client: Client, ids: readonly (number | null)[], signal: AbortSignal) {
  const uniqueIds = [...new Set(ids)].filter((id) => id !== null);
  const found = new Map<number, PaidBooking>();
  for (let from = 0; from < uniqueIds.length; from += maxIds) {
    const path = { booking_id: uniqueIds.slice(from, from + maxIds) };
    const query = { fields: ["id" as const, "reference" as const, "currency" as const, "reconciliation" as const] };
    const { data } = await client.GET("/bookings/{booking_id}", { params: { path, query }, signal });
    for (const { id, reference, currency = null, reconciliation = null } of data.bookings)
      found.set(id, { id, reference, currency, reconciliation });
  }
  return (id: number | null): PaidBooking | null => (id === null ? null : (found.get(id) ?? null));
}

async function linesOfGateway(client: Client, id: number, signal: AbortSignal): Promise<PayoutLine[]> {
  const { data } = await client.GET("/payouts/{payout_id}", { params: { path: { payout_id: [id] } }, signal });
  const lines = data.payouts[0]?.lines ?? [];
  const booking = await bookingsOf(
    client,
    lines.map(({ booking_id }) => booking_id),
    signal,
  );
  return lines.map(({ kind, booking_id, gross_in_cents, fee_in_cents, net_in_cents }, index) => ({
    index,
    ...{ kind: kind === "payment" ? null : kind, description: null, booking: booking(booking_id) },
    ...{ gross: gross_in_cents, kept: fee_in_cents, net: net_in_cents },
  }));
}

async function linesOfChannel(client: Client, id: number, signal: AbortSignal): Promise<PayoutLine[]> {
  const params = { path: { channel_payout_id: [id] } };
  const { data } = await client.GET("/channel_payouts/{channel_payout_id}", { params, signal });
  const [payout] = data.channel_payouts;
  if (!payout) return [];
  const booking = await bookingsOf(
    client,
    payout.lines.map(({ booking_id }) => booking_id),
    signal,
  );
  const stays = payout.lines.map((line, index) => ({
    index,
    ...{ kind: null, description: null, booking: booking(line.booking_id) },
    gross: line.gross_in_cents + line.cleaning_fee_in_cents + line.city_tax_in_cents,
    kept: line.commission_in_cents + (line.payment_charge_in_cents ?? 0) + line.deductions_in_cents,
    net: line.net_in_cents,
  }));
  const movements = payout.movements.map(({ kind, description, amount_in_cents }, index) => ({
    index: stays.length + index,
    ...{ kind, description, booking: null, gross: amount_in_cents, kept: 0, net: amount_in_cents },
  }));
  return [...stays, ...movements];
}

/** A payout's lines. */
export function usePayoutLines(kind: PayoutKind, id: number) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, kind, "lines", id],
    queryFn: ({ signal }) => (kind === "payouts" ? linesOfGateway : linesOfChannel)(client, id, signal),
  });
}
