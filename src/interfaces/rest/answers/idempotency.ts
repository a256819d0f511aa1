import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { RequestError } from "../../../kernel/errors.ts";
import type { RepeatableRequest } from "../../../modules/platform/access/idempotency-store.ts";

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * The request's `Idempotency-Key` with the request data that it is bound to; undefined when there is none.
 * @throws RequestError 400 when the key is not a UUID
 */
export function repeatable(request: FastifyRequest, body: Buffer): RepeatableRequest | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || !uuid.test(key)) {
    throw new RequestError("invalid_idempotency_key", "Idempotency-Key must be a UUID.");
  }
  const bodyDigest = createHash("sha256").update(body).digest();
  return { key: key.toLowerCase(), method: request.method, path: request.url, bodyDigest };
}
