import type { Static, TSchema } from "typebox";
import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { ServiceSecrets } from "../../access/secrets.ts";
import type { FileStore } from "../../files/files.ts";
import type { Mailer } from "../../mailer.ts";
import type { QueryCache } from "../../read/query-cache.ts";
import type { WriteContext } from "../context.ts";

/** What a job works with, outside of any transaction. */
export interface JobContext {
  /** The database as the job's account sees it. */
  readonly scope: AccountScope;
  readonly account: number;
  readonly secrets: ServiceSecrets;
  readonly files: FileStore;
  /** Where other people's servers are when not at their usual address, by their names: `{ stripe: "http://localhost:12111" }`. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** Hosts and ranges that may be fetched from although they are not public (see `fetchPublic`). */
  readonly privateFetch: readonly string[];
  /** Webhooks may go to this machine, and by http (events.md, Webhooks). */
  readonly localWebhooks: boolean;
  /** What records are read with, as the API shows them. */
  readonly queries: QueryCache;
  /** What sends mails; whoever wants to send one queues it (`queueMail`). */
  readonly mailer: Mailer;
  /** The URL under which people reach the service, without a slash at its end. */
  readonly baseUrl: string;
  /** 1 for the first. */
  readonly attempt: number;
  /** Whether it is given up when this attempt fails. */
  readonly last: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Aborted when the job has taken too long, or the service ends: the attempt then counts as failed. */
  readonly signal: AbortSignal;
  /** Aborted as soon as the service is to end, well before `signal`: a long job stops between two pieces, and queues the rest. */
  readonly ending?: AbortSignal;
}

/**
 * Work that must not wait for other work: each lane has places of its own in a process, and an account at most a share of them
 * (src/app/jobs/lanes.ts).
 */
export type Lane = "money and mail" | "calendars" | "files and pictures" | "webhooks" | "rest";

/** What is done after a commit, as the runner sees it: by its name, with a payload that was read from the queue. */
export interface AnyJob {
  readonly name: string;
  readonly attempts: number;
  readonly lane: Lane;
  /** @throws when the payload is not the job's, and whatever the job throws: both count as a failed attempt */
  perform(context: JobContext, payload: unknown): Promise<void>;
}

/** A job with the form of its payload, for those who queue it. */
export interface Job<Payload extends TSchema> extends AnyJob {
  readonly payload: Payload;
}

interface JobOptions<Payload extends TSchema> {
  /** Ids, and never personal data or secrets: the queue is not behind row-level security, and failed jobs stay in it. */
  readonly payload: Payload;
  /** How often it is tried in all; between two attempts it waits e^n seconds, n up to 10. */
  readonly attempts?: number;
  /** Where it runs. Queued jobs carry it: a job whose lane changes keeps the earlier one until it has run. */
  readonly lane: Lane;
  /** It may run twice, when a process dies between the end of the job and its note; it reads what it works on anew. */
  run(context: JobContext, payload: Static<Payload>): Promise<void>;
}

/**
 * Declares what happens after a commit and reaches outside of the database (docs/design/jobs.md). The registry lists it, and
 * an operation queues it with `queueJob`.
 * @param name never changes: queued jobs carry it
 */
export function defineJob<Payload extends TSchema>(name: string, options: JobOptions<Payload>): Job<Payload> {
  const { payload: schema, attempts = 25, lane, run } = options;
  return {
    name,
    attempts,
    lane,
    payload: schema,
    async perform(context, payload) {
      const { Check } = await import("typebox/schema");
      if (!Check(schema, payload)) throw new Error(`The job ${name} was queued with a payload of another form.`);
      await run(context, payload);
    },
  };
}

/** Which of a job's entries in the queue it is, and when it is due. */
export interface QueueOptions {
  /**
   * What is queued again under the same key replaces what waits under it: its payload, its time and its attempts. What runs already goes on,
   * is not tried again, and is followed by what is queued now. A key belongs to the job within its account; up to 400 characters.
   */
  readonly key?: string;
  /** Leaves what waits or runs under the key as it is, in its place in the line, instead of replacing it. */
  readonly unlessQueued?: boolean;
  /** Epoch milliseconds from which on it may run; at once unless told. */
  readonly runAt?: number;
}

/** Queues a job in the operation's own transaction, for its account: it runs once that is committed, and never if it is rolled back. */
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
