import type { Transaction } from "../../../database/sql/transaction.ts";
import type { SettledBooking } from "../../stays/bookings/change/reconcile-bookings.ts";
import type { ChannelPayoutInFile } from "./payouts-file.ts";

/**
 * Totals of all imported channel payouts for the bookings in `payouts`. Amounts in another currency than the booking's are not
 * comparable and do not count.
 */
export async function settledBookings(
  transaction: Transaction,
  account: number,
  payouts: readonly ChannelPayoutInFile[],
): Promise<SettledBooking[]> {
  const named = new Set(payouts.flatMap(({ lines }) => lines.map(({ bookingId }) => bookingId)));
  const rows = await transaction.rows<{ booking_id: number; net: number; charge: number | null }>(
    `select bookings.id as booking_id, sum(channel_payout_lines.net_in_cents)::bigint as net,
       sum(channel_payout_lines.payment_charge_in_cents)::bigint as charge
     from channel_payout_lines
     join channel_payouts on channel_payouts.account_id = $1
       and channel_payouts.id = channel_payout_lines.channel_payout_id
     join bookings on bookings.account_id = $1 and bookings.id = channel_payout_lines.booking_id
     where channel_payout_lines.account_id = $1 and channel_payout_lines.booking_id = any($2::bigint[])
       and bookings.currency = channel_payouts.currency
     group by bookings.id order by bookings.id`,
    [account, [...named]],
  );
  return rows.map(({ booking_id, net, charge }) => ({ booking: booking_id, netInCents: net, chargeInCents: charge }));
}
