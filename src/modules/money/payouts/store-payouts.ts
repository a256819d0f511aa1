import type { Transaction } from "../../../database/sql/transaction.ts";
import { formatInstant } from "../../../kernel/values/time.ts";
import { digestOf, type NewPayouts } from "./new-payouts.ts";
import type { ChannelPayoutInFile, PayoutInFile } from "./payouts-file.ts";

/** Called with the number of payouts stored so far, of both kinds, and the total. */
export type StoringProgress = (stored: number, total: number) => void;

/** Stores payouts with their lines, in the file's order. */
export async function storePayouts(
  transaction: Transaction,
  account: number,
  { payouts, channelPayouts }: NewPayouts,
  progress: StoringProgress,
): Promise<void> {
  const total = payouts.length + channelPayouts.length;
  let stored = 0;
  for (const payout of payouts) {
    await storePayout(transaction, account, payout);
    progress(++stored, total);
  }
  for (const payout of channelPayouts) {
    await storeChannelPayout(transaction, account, payout);
    progress(++stored, total);
  }
}

async function storePayout(transaction: Transaction, account: number, payout: PayoutInFile): Promise<void> {
  const { lines } = payout;
  const row = await transaction.row<{ id: number }>(
    `insert into payouts (account_id, payment_gateway_id, reference, amount_in_cents, currency, paid_at, related_channel_payout_references, digest)
     values ($1, $2, $3, $4, $5, $6::timestamptz, $7::text[], $8) returning id`,
    [
      account,
      payout.gatewayId,
      payout.reference,
      payout.amount,
      payout.currency,
      formatInstant(payout.paidAt),
      payout.channelReferences,
      digestOf(payout),
    ],
  );
  await transaction.run(
    `insert into payout_lines (account_id, payout_id, position, booking_id, payment_id, kind, gross_in_cents, fee_in_cents, net_in_cents)
     select $1, $2, * from unnest($3::integer[], $4::bigint[], $5::bigint[], $6::text[], $7::bigint[], $8::bigint[], $9::bigint[]) returning account_id`,
    [
      account,
      row?.id,
      lines.map((_, index) => index),
      lines.map(({ bookingId }) => bookingId),
      lines.map(({ paymentId }) => paymentId),
      lines.map(({ kind }) => kind),
      lines.map(({ gross }) => gross),
      lines.map(({ fee }) => fee),
      lines.map(({ net }) => net),
    ],
  );
}

async function storeChannelPayout(
  transaction: Transaction,
  account: number,
  payout: ChannelPayoutInFile,
): Promise<void> {
  const row = await transaction.row<{ id: number }>(
    `insert into channel_payouts (account_id, source_id, reference, channel, amount_in_cents, currency, paid_at, digest)
     values ($1, $2, $3, $4, $5, $6, $7::timestamptz, $8) returning id`,
    [
      account,
      payout.sourceId,
      payout.reference,
      payout.channel,
      payout.amount,
      payout.currency,
      formatInstant(payout.paidAt),
      digestOf(payout),
    ],
  );
  if (!row) throw new Error("The insert of a channel payout returned no id.");
  await storeChannelLines(transaction, account, row.id, payout);
  const { movements } = payout;
  await transaction.run(
    `insert into channel_payout_movements (account_id, channel_payout_id, position, kind, description, amount_in_cents)
     select $1, $2, * from unnest($3::integer[], $4::text[], $5::text[], $6::bigint[]) returning account_id`,
    [
      account,
      row.id,
      movements.map((_, index) => index),
      movements.map(({ kind }) => kind),
      movements.map(({ description }) => description),
      movements.map(({ amount }) => amount),
    ],
  );
}

async function storeChannelLines(
  transaction: Transaction,
  account: number,
  id: number,
  { lines }: ChannelPayoutInFile,
): Promise<void> {
  await transaction.run(
    `insert into channel_payout_lines (account_id, channel_payout_id, position, booking_id, gross_in_cents, cleaning_fee_in_cents,
       city_tax_in_cents, commission_in_cents, payment_charge_in_cents, deductions_in_cents, net_in_cents)
     select $1, $2, * from unnest($3::integer[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[],
       $10::bigint[], $11::bigint[]) returning account_id`,
    [
      account,
      id,
      lines.map((_, index) => index),
      lines.map(({ bookingId }) => bookingId),
      lines.map(({ gross }) => gross),
      lines.map(({ cleaningFee }) => cleaningFee),
      lines.map(({ cityTax }) => cityTax),
      lines.map(({ commission }) => commission),
      lines.map(({ paymentCharge }) => paymentCharge),
      lines.map(({ deductions }) => deductions),
      lines.map(({ net }) => net),
    ],
  );
}
