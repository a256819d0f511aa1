import type { Static, TSchema } from "typebox";
import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { ServiceSecrets } from "../../access/secrets.ts";
import type { FileStore } from "../../files/files.ts";
import type { Mailer } from "../../mailer.ts";
import type { QueryCache } from "../../read/query-cache.ts";
import type { WriteContext } from "../context.ts";

/** A job's context, outside any transaction. */
export interface JobContext {
  /** The database, scoped to the job's account. */
  readonly scope: AccountScope;
  readonly account: number;
  readonly secrets: ServiceSecrets;
  readonly files: FileStore;
  /** Overridden addresses of external services, by name: `{ stripe: "http://localhost:12111" }`. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** Hosts and ranges that may be fetched although they are not public (see `fetchPublic`). */
  readonly privateFetch: readonly string[];
  /** Webhooks may go to this machine, and over http (events.md, Webhooks). */
  readonly localWebhooks: boolean;
  /** For reading records as the API shows them. */
  readonly queries: QueryCache;
  /** Sends mails. Operations queue them instead (`queueMail`). */
  readonly mailer: Mailer;
  /** The service's public URL without a trailing slash. */
  readonly baseUrl: string;
  /** Counts from 1. */
  readonly attempt: number;
  /** Whether the job fails for good when this attempt fails. */
  readonly last: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Aborted when the job exceeds its time limit or the service stops: the attempt then counts as failed. */
  readonly signal: AbortSignal;
  /** Aborted when the service starts to stop, well before `signal`: a long job should stop and queue the rest. */
  readonly ending?: AbortSignal;
}

/** Separates kinds of work: each lane has its own slots in a process, and an account gets a share of them (src/app/jobs/lanes.ts). */
export type Lane = "money and mail" | "calendars" | "files and pictures" | "webhooks" | "imports and exports" | "rest";

/** A job as the runner sees it: its payload is untyped. */
export interface AnyJob {
  readonly name: string;
  readonly attempts: number;
  readonly lane: Lane;
  /** The time limit of an attempt; absent: the runner's. */
  readonly maxRunMs: number | undefined;
  /** @throws Error for an invalid payload, and whatever the job throws: both count as a failed attempt */
  perform(context: JobContext, payload: unknown): Promise<void>;
}

/** A job with its payload's schema, for callers that queue it. */
export interface Job<Payload extends TSchema> extends AnyJob {
  readonly payload: Payload;
}

interface JobOptions<Payload extends TSchema> {
  /** Ids only, never personal data or secrets: the queue has no row-level security, and keeps failed jobs. */
  readonly payload: Payload;
  /** The maximum number of attempts. The pause after attempt n is e^n seconds, n up to 10. */
  readonly attempts?: number;
  /** The job's lane. Queued jobs store it, so a changed lane applies only to new jobs. */
  readonly lane: Lane;
  /** The time limit of an attempt, if it differs from the runner's (src/app/jobs/tasks.ts). */
  readonly maxRunMs?: number;
  /** May run twice, when a process dies before it records the end; so it must read its data again. */
  run(context: JobContext, payload: Static<Payload>): Promise<void>;
}

/**
 * Declares work that follows a commit and reaches outside the database (docs/design/jobs.md). The registry lists it, and an operation
 * queues it with `queueJob`.
 * @param name must never change: queued jobs store it
 */
export function defineJob<Payload extends TSchema>(name: string, options: JobOptions<Payload>): Job<Payload> {
  const { payload: schema, attempts = 25, lane, maxRunMs, run } = options;
  return {
    name,
    attempts,
    lane,
    maxRunMs,
    payload: schema,
    async perform(context, payload) {
      const { Check } = await import("typebox/schema");
      if (!Check(schema, payload)) throw new Error(`The job ${name} was queued with an invalid payload.`);
      await run(context, payload);
    },
  };
}

/** A job's queue key and due time. */
export interface QueueOptions {
  /**
   * Queueing the same key again replaces the waiting job's payload, time and attempts. A running job continues without retries, and the new
   * one follows. Keys belong to a job and an account; at most 400 characters.
   */
  readonly key?: string;
  /** Leaves a waiting or running job with the key unchanged. */
  readonly unlessQueued?: boolean;
  /** The earliest start in epoch milliseconds; default: now. */
  readonly runAt?: number;
}

/** Queues a job in the operation's transaction, for its account. It runs after the commit, and never after a rollback. */
export async function queueJob<Payload extends TSchema>(
  {
    transaction,
    account,
  }: Pick<WriteContext, "transaction"> & { readonly account: Pick<WriteContext["account"], "id"> },
  job: Job<Payload>,
  payload: Static<Payload>,
  { key, runAt, unlessQueued = false }: QueueOptions = {},
): Promise<void> {
  await transaction.run("select queue_job($1, $2, $3, $4, $5, to_timestamp($6::double precision / 1000), $7, $8)", [
    job.name,
    account.id,
    JSON.stringify(payload),
    job.attempts,
    key ?? null,
    runAt ?? null,
    job.lane,
    unlessQueued,
  ]);
}
