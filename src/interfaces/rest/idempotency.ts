import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Transaction } from "../../database/transaction.ts";
import type { Reader } from "../../kernel/read/read-scope.ts";
import { RequestError } from "../../kernel/errors.ts";

/** A writing request that may be repeated: its key, and what makes it the same request (service.md, Idempotency). */
export interface RepeatableRequest {
  readonly key: string;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** SHA-256 of the body's bytes. */
  readonly bodyDigest: Buffer;
}

/** An answer as it was given and is given again, header by header. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Whose key it is: the same key of another application or account is another key. */
export interface KeyOwner {
  readonly account: number;
  readonly application: number;
}

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * The request's `Idempotency-Key` with what it is bound to; undefined when there is none.
 * @throws RequestError 400 when the key is no UUID
 */
export function repeatable(request: FastifyRequest, body: Buffer): RepeatableRequest | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || !uuid.test(key)) {
    throw new RequestError("invalid_idempotency_key", "The Idempotency-Key must be a UUID.");
  }
  const bodyDigest = createHash("sha256").update(body).digest();
  return { key: key.toLowerCase(), method: request.method, path: request.url, bodyDigest };
}

/**
 * The stored answer to a request that was made before; undefined for one that was not, or that was not answered with success.
 * @throws RequestError 409 when the key was used for a different request
 */
export async function storedAnswer(
  reader: Reader,
  owner: KeyOwner,
  request: RepeatableRequest,
): Promise<StoredAnswer | undefined> {
  const [row] = await reader.read(
    {
      name: "idempotent answer",
      text: `select status, headers, encode(body, 'base64'), method = $4 and path = $5 and body_digest = $6
        from idempotent_answers where account_id = $1 and application_id = $2 and key = $3 and created_at > now() - interval '7 days'`,
    },
    [owner.account, owner.application, request.key, request.method, request.path, request.bodyDigest],
  );
  if (!row) return undefined;
  const [status, headers, body, same] = row;
  if (same !== "t")
    throw new RequestError(
      "idempotency_key_mismatch",
      "Idempotency-Key has already been used for a different request.",
    );
  return { status: Number(status), headers: headersOf(headers ?? "{}"), body: Buffer.from(body ?? "", "base64") };
}

/**
 * Keeps an answer, in the transaction that did the work. Of two first requests that ran at the same time, the one that completes
 * first is stored; both are processed (service.md, Idempotency 5). An answer older than a week gives way.
 */
export async function keepAnswer(
  transaction: Transaction,
  owner: KeyOwner,
  request: RepeatableRequest,
  answer: StoredAnswer,
): Promise<void> {
  await transaction.run(
    `insert into idempotent_answers (account_id, application_id, key, method, path, body_digest, status, headers, body)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (account_id, application_id, key) do update set method = excluded.method, path = excluded.path,
       body_digest = excluded.body_digest, status = excluded.status, headers = excluded.headers, body = excluded.body,
       created_at = excluded.created_at
     where idempotent_answers.created_at <= now() - interval '7 days'`,
    [
      owner.account,
      owner.application,
      request.key,
      request.method,
      request.path,
      request.bodyDigest,
      answer.status,
      JSON.stringify(answer.headers),
      answer.body,
    ],
  );
}

function headersOf(json: string): Record<string, string> {
  const headers: Record<string, string> = {};
  const parsed: unknown = JSON.parse(json);
  if (typeof parsed !== "object" || parsed === null) return headers;
  for (const [name, value] of Object.entries(parsed)) if (typeof value === "string") headers[name] = value;
  return headers;
}
