import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { RequestError } from "../../../kernel/errors.ts";
import { type RepeatableRequest, storedResponse } from "../../../modules/platform/access/idempotency-store.ts";
import { type ApiCall, scopeOf } from "../api-call.ts";

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

/**
 * Checks the key of a POST that only reads. Its answer is not stored: a repeated request reads again, as prices and free nights change.
 * @throws RequestError 400 when the key is not a UUID, 409 when it was used for a write
 */
export async function assertUnusedKey(call: ApiCall): Promise<void> {
  const { dependencies, caller, request } = call;
  const repeated = repeatable(request, request.bodyBytes);
  const owner = { account: caller.accounts[0], application: caller.application };
  if (repeated) await storedResponse(scopeOf(call), dependencies.secrets, owner, repeated);
}
