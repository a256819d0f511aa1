import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import type { Secrets } from "../../../kernel/access/secrets.ts";
import { RequestError } from "../../../kernel/errors.ts";
import type { Reader } from "../../../kernel/read/visible/read-scope.ts";

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

/** A stored answer as it is found. */
export interface KnownAnswer extends StoredAnswer {
  /** Set where its body was erased: the record that it showed, whose answer is made anew. */
  readonly erased: ShownRecord | undefined;
}

/** Whose key it is: the same key of another application or account is another key. */
export interface KeyOwner {
  readonly account: number;
  readonly application: number;
}

/** The record that an answer shows, by its resource's name. */
export interface ShownRecord {
  readonly resource: string;
  readonly id: number | string;
}

/**
 * The stored answer to a request that was made before; undefined for one that was not, or that was not answered with success.
 * @throws RequestError 409 when the key was used for a different request
 */
export async function storedAnswer(
  reader: Reader,
  secrets: Secrets,
  owner: KeyOwner,
  request: RepeatableRequest,
): Promise<KnownAnswer | undefined> {
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

/** An answer to keep, and what it shows; nothing after a deletion. */
export interface AnswerToKeep {
  readonly request: RepeatableRequest;
  readonly answer: StoredAnswer;
  readonly shows: ShownRecord | undefined;
}

/**
 * Keeps an answer, sealed, in the transaction that did the work. Of two first requests that ran at the same time, the one that
 * completes first is stored; both are processed (service.md, Idempotency 5). An answer older than a week gives way.
 */
export async function keepAnswer(
  transaction: Transaction,
  secrets: Secrets,
  owner: KeyOwner,
  { request, answer, shows }: AnswerToKeep,
): Promise<void> {
  // Compared in UTC, which depends on no setting, as a cluster wants it.
  await transaction.run(
    `insert into idempotent_answers
       (account_id, application_id, key, method, path, body_digest, status, headers, body, sealed, resource, record_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, true, $10, $11)
     on conflict (account_id, application_id, key) do update set method = excluded.method, path = excluded.path,
       body_digest = excluded.body_digest, status = excluded.status, headers = excluded.headers, body = excluded.body,
       sealed = excluded.sealed, erased = false, resource = excluded.resource, record_id = excluded.record_id, created_at = excluded.created_at
     where idempotent_answers.created_at at time zone 'UTC' <= now() at time zone 'UTC' - interval '7 days'`,
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

/** That an answer is kept, without what it says. */
export interface KeptAnswer {
  readonly application_id: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Epoch milliseconds. */
  readonly created_at: number;
}

/** The answers that are kept about records, the oldest first. @param records ids by the resource's name */
export async function answersAbout(
  reader: Reader,
  account: number,
  records: ReadonlyMap<string, readonly (number | string)[]>,
): Promise<KeptAnswer[]> {
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
 * Erases what stored answers show of records. Their keys stay: a repeated request does nothing still, and is answered with the record as
 * it is then.
 * @param records ids by the resource's name
 */
export async function eraseAnswers(
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

/** How many answers one transaction seals anew. */
const batch = 200;

/** Seals an account's stored answers anew that were sealed under former keys, batch by batch. @returns how many there were */
export async function resealStoredAnswers(scope: AccountScope, secrets: Secrets, account: number): Promise<number> {
  for (let done = 0; ; ) {
    const resealed = await scope.transaction((transaction) => resealSome(transaction, secrets, account));
    done += resealed;
    if (resealed < batch) return done;
  }
}

async function resealSome(transaction: Transaction, secrets: Secrets, account: number): Promise<number> {
  const rows = await transaction.rows<{ application_id: number; key: string; body: Buffer }>(
    `select application_id, key, body from idempotent_answers
     where account_id = $1 and secrets_key_id <> $2
     order by application_id, key limit ${batch} for update`,
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
