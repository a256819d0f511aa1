import { createHash } from "node:crypto";
import { RequestError } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";

/** An order's Idempotency-Key and a digest of the request. */
export interface OrderKey {
  readonly key: string;
  /** SHA-256 over the request's body and its subject. */
  readonly digest: Buffer;
}

/** The values of `order_key` and `order_digest`; undefined without an Idempotency-Key. @param about the subject, such as `booking 7` */
export function orderKeyOf({ repeat }: WriteContext, about: string): OrderKey | undefined {
  if (!repeat) return undefined;
  return { key: repeat.key, digest: createHash("sha256").update(about).update("\0").update(repeat.digest).digest() };
}

/**
 * The payment that this application already ordered under the key, so that a repeated order returns the same payment (bookings.md,
 * Payments). Concurrent orders under one key wait for each other.
 * @throws RequestError 409 when the key was used for another request
 */
export async function paymentWithKey(context: WriteContext, order: OrderKey): Promise<number | undefined> {
  const { transaction, account, caller } = context;
  await transaction.run("select pg_advisory_xact_lock(hashtextextended($1, 0))", [
    `order ${account.id} ${caller.application} ${order.key}`,
  ]);
  const row = await transaction.row<{ id: number; same: boolean }>(
    `select id, order_digest = $4 as same from payments
     where account_id = $1 and created_by_application_id = $2 and order_key = $3`,
    [account.id, caller.application, order.key, order.digest],
  );
  if (row && !row.same)
    throw new RequestError(
      "idempotency_key_mismatch",
      "Idempotency-Key has already been used for a different request.",
    );
  return row?.id;
}
