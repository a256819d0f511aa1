import type { FastifyReply, FastifyRequest } from "fastify";
import { formatInstant } from "../../../kernel/values/time.ts";

/**
 * Milliseconds subtracted from the `updated_since` that a client may send next: a change becomes visible only when it commits, shortly
 * after its `updated_at`. Longer writes announce themselves (src/database/sql/long-writes.ts).
 */
const syncMargin = 1000;

const syncedAt = "x-updated-since-request-synced-at";

/**
 * The headers of every response.
 * @param seenUntil time up to which all changes are visible, by the database's clock if available; epoch milliseconds
 */
export const standardHeaders = (requestId: string, seenUntil: number): Record<string, string> => ({
  "x-request-id": requestId,
  [syncedAt]: formatInstant(seenUntil - syncMargin),
  "x-content-type-options": "nosniff",
});

/** Sets the standard headers. @param seenUntil see `standardHeaders` */
export function setStandardHeaders(request: FastifyRequest, reply: FastifyReply, seenUntil: number): void {
  void reply.headers(standardHeaders(request.id, seenUntil));
}
