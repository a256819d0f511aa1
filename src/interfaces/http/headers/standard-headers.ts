import type { FastifyReply, FastifyRequest } from "fastify";
import { formatInstant } from "../../../kernel/values/time.ts";

/**
 * What a client may ask for next as `updated_since`: whole seconds, and one second back. A change carries the time at which it was
 * written (the clock's, not that of the transaction's begin, which may have waited long for a lock), and becomes visible a moment
 * later, with the commit; that moment must not be skipped. What takes longer announces itself (src/database/sql/long-writes.ts).
 */
const syncMargin = 1000;

const syncedAt = "x-updated-since-request-synced-at";

/**
 * The headers of every answer.
 * @param seenUntil until when all changes are seen: the database's clock where it is known, epoch milliseconds
 */
export const standardHeaders = (requestId: string, seenUntil: number): Record<string, string> => ({
  "x-request-id": requestId,
  [syncedAt]: formatInstant(seenUntil - syncMargin),
  "x-content-type-options": "nosniff",
});

/** Puts the headers of every answer on it. @param seenUntil as `standardHeaders` */
export function setStandardHeaders(request: FastifyRequest, reply: FastifyReply, seenUntil: number): void {
  void reply.headers(standardHeaders(request.id, seenUntil));
}
