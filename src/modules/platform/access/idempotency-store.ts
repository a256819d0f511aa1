import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import type { Secrets } from "../../../kernel/access/secrets.ts";
import { RequestError } from "../../../kernel/errors.ts";
import type { Reader } from "../../../kernel/read/visible/read-scope.ts";

/** A write with an idempotency key, and the parts that identify it (service.md, Idempotency). */
export interface RepeatableRequest {
  readonly key: string;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** SHA-256 of the body's bytes. */
  readonly bodyDigest: Buffer;
}

/** A response as it was sent and will be sent again. */
export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface FoundResponse extends StoredResponse {
  /** Set if the body was erased: the record from which to build the response again. */
  readonly erased: ShownRecord | undefined;
}

/** A key's owner. Keys of different applications or accounts are independent. */
export interface KeyOwner {
  readonly account: number;
  readonly application: number;
}

/** The record that a response shows, by its resource's name. */
export interface ShownRecord {
  readonly resource: string;
  readonly id: number | string;
}

/**
 * The stored response to a repeated request; undefined if the request is new or did not succeed before.
 * @throws RequestError 409 if the key was used for a different request
 */
export async function storedResponse(
  reader: Reader,
  secrets: Secrets,
  owner: KeyOwner,
  request: RepeatableRequest,
): Promise<FoundResponse | undefined> {
  const [row] = await reader.read(
    {
      name: "idempotent answer",
      text: `select status, headers, encode(body, 'base64'), sealed, method = $4 and path = $5 and body_digest = $6,
          case when erased then resource end, record_id
        from idempotent_answers where account_id = $1 and application_id = $2 and key = $3 and created_at > now() - interval '7 days'`,
    },
    [owner.account, owner.application, request.key, request.method, request.path, request.bodyDigest],
  );
  if (!row) return undefined;
  const [status, headers, encoded, sealed, same, resource, record] = row;
  if (same !== "t")
    throw new RequestError(
      "idempotency_key_mismatch",
      "Idempotency-Key has already been used for a different request.",
    );
  const stored = Buffer.from(encoded ?? "", "base64");
  const body = sealed === "t" ? Buffer.from(secrets.open(stored, sealedFor(owner, request.key))) : stored;
  const erased = resource && record ? { resource, id: record } : undefined;
  return { status: Number(status), headers: headersOf(headers ?? "{}"), body, erased };
}

/** A response to save and the record that it shows; undefined after a deletion. */
export interface ResponseToSave {
  readonly request: RepeatableRequest;
  readonly answer: StoredResponse;
  readonly shows: ShownRecord | undefined;
}

/**
 * Saves a sealed response in the transaction that did the work. If two first requests run concurrently, both are processed and the
 * first to complete is stored (service.md, Idempotency 5). A response older than a week is replaced.
 */
export async function saveResponse(
  transaction: Transaction,
  secrets: Secrets,
  owner: KeyOwner,
  { request, answer, shows }: ResponseToSave,
): Promise<void> {
  // Compared in UTC, because a cluster needs an expression that depends on no setting.
  await transaction.run(
    `insert into idempotent_answers
       (account_id, application_id, key, method, path, body_digest, status, headers, body, sealed, resource, record_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, true, $10, $11)
     on conflict (account_id, application_id, key) do update set method = excluded.method, path = excluded.path,
       body_digest = excluded.body_digest, status = excluded.status, headers = excluded.headers, body = excluded.body,
       sealed = excluded.sealed, erased = false, resource = excluded.resource, record_id = excluded.record_id, created_at = excluded.created_at
     where idempotent_answers.created_at at time zone 'UTC' <= excluded.created_at at time zone 'UTC' - interval '7 days'`,
    [
      owner.account,
      owner.application,
      request.key,
      request.method,
      request.path,
      request.bodyDigest,
      answer.status,
      JSON.stringify(answer.headers),
      secrets.seal(answer.body.toString("utf8"), sealedFor(owner, request.key)),
      shows?.resource ?? null,
      shows === undefined ? null : String(shows.id),
    ],
  );
}

/** A stored response without its content. */
export interface ResponseSummary {
  readonly application_id: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Epoch milliseconds. */
  readonly created_at: number;
}

/** The stored responses about records, oldest first. @param records ids by resource name */
export async function responsesAbout(
  reader: Reader,
  account: number,
  records: ReadonlyMap<string, readonly (number | string)[]>,
): Promise<ResponseSummary[]> {
  const shown = [...records].flatMap(([resource, ids]) => ids.map((id) => [resource, String(id)] as const));
  const rows = await reader.read(
    {
      text: `select application_id, method, path, status, (extract(epoch from created_at) * 1000)::bigint from idempotent_answers
        join unnest($2::text[], $3::text[]) as shown (resource, record_id) using (resource, record_id)
        where account_id = $1 and created_at > now() - interval '7 days' order by created_at, key`,
    },
    [account, shown.map(([resource]) => resource), shown.map(([, id]) => id)],
  );
  return rows.map(([application, method, path, status, at]) => ({
    application_id: Number(application),
    method: method ?? "",
    path: path ?? "",
    status: Number(status),
    created_at: Number(at),
  }));
}

/**
 * Erases the content of stored responses about records. Their keys stay, so a repeated request still does nothing and returns the
 * current record.
 * @param records ids by resource name
 */
export async function eraseResponses(
  transaction: Transaction,
  account: number,
  records: ReadonlyMap<string, readonly (number | string)[]>,
): Promise<void> {
  const shown = [...records].flatMap(([resource, ids]) => ids.map((id) => [resource, String(id)] as const));
  await transaction.run(
    `update idempotent_answers set body = '', sealed = false, erased = true
     from unnest($2::text[], $3::text[]) as shown (resource, record_id)
     where account_id = $1 and idempotent_answers.resource = shown.resource and idempotent_answers.record_id = shown.record_id`,
    [account, shown.map(([resource]) => resource), shown.map(([, id]) => id)],
  );
}

/** Responses per transaction. */
const batchSize = 200;

/** Reseals an account's stored responses that use an earlier key, in batches. @returns their number */
export async function resealResponses(scope: AccountScope, secrets: Secrets, account: number): Promise<number> {
  for (let done = 0; ; ) {
    const resealed = await scope.transaction((transaction) => resealBatch(transaction, secrets, account));
    done += resealed;
    if (resealed < batchSize) return done;
  }
}

async function resealBatch(transaction: Transaction, secrets: Secrets, account: number): Promise<number> {
  const rows = await transaction.rows<{ application_id: number; key: string; body: Buffer }>(
    `select application_id, key, body from idempotent_answers
     where account_id = $1 and secrets_key_id <> $2
     order by application_id, key limit ${batchSize} for update`,
    [account, secrets.keyId()],
  );
  for (const { application_id: application, key, body } of rows) {
    const owner = sealedFor({ account, application }, key);
    await transaction.run(
      "update idempotent_answers set body = $4 where account_id = $1 and application_id = $2 and key = $3",
      [account, application, key, secrets.seal(secrets.open(body, owner), owner)],
    );
  }
  return rows.length;
}

const sealedFor = ({ account, application }: KeyOwner, key: string): string =>
  `idempotent_answers ${account} ${application} ${key}`;

function headersOf(json: string): Record<string, string> {
  const headers: Record<string, string> = {};
  const parsed: unknown = JSON.parse(json);
  if (typeof parsed !== "object" || parsed === null) return headers;
  for (const [name, value] of Object.entries(parsed)) if (typeof value === "string") headers[name] = value;
  return headers;
}
