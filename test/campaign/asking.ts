import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Random } from "../concurrency/load.ts";
import type { Answer, ApiClient, Json } from "../harness/client.ts";
import type { Ledger, Written } from "./ledger.ts";

/** A write request. */
export interface WriteOrder {
  readonly kind: string;
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly body?: Json;
  readonly marker?: string;
  readonly onceAlways?: true;
  /** The status of success. */
  readonly success: number;
  /** The expected errors of a 422. */
  readonly refusals?: RegExp;
}

/** Milliseconds between two attempts. */
const pause = (random: Random): number => 100 + random.below(400);

/**
 * Sends a write with one idempotency key until it gets a response: a broken connection or a 503 leaves the outcome open. A refusal after
 * one of those is sent once more, because the first request may have succeeded meanwhile (service.md, Idempotency 5).
 * @returns the successful response; undefined for a refusal
 */
export async function ask(
  client: ApiClient,
  ledger: Ledger,
  random: Random,
  order: WriteOrder,
): Promise<Answer | undefined> {
  const { kind, method, path, body, marker, onceAlways = false, success } = order;
  const request = `${method} ${path} ${JSON.stringify(body ?? {})}`;
  const written: Written = {
    ...{
      kind,
      account: client.account,
      marker,
      onceAlways,
      request: request.slice(0, 400),
      attempts: [],
      outcome: "open",
    },
  };
  ledger.written.push(written);
  const headers = { "idempotency-key": randomUUID() };
  const once = (): Promise<Answer> => untilAnswered(client, ledger, random, written, order, headers);
  let answer = await once();
  if (answer.status === success && random.below(20) === 0) {
    ledger.repeated++;
    const again = await once();
    if (again.status !== answer.status || again.text !== answer.text)
      ledger.surprise(
        `One key, two responses: ${request}: ${answer.status} ${answer.text} and ${again.status} ${again.text}`,
      );
  }
  if (answer.status !== success && written.attempts.length > 1) {
    await wait(1000);
    answer = await once();
    if (answer.status === success) ledger.settledLate++;
  }
  const isDone = answer.status === success;
  written.outcome = isDone ? "done" : "refused";
  ledger.note(kind, written.outcome);
  if (!isDone && !(answer.status === 422 && order.refusals?.test(answer.text)))
    ledger.surprise(`${request}: ${answer.status} ${answer.text}`);
  return isDone ? answer : undefined;
}

async function untilAnswered(
  client: ApiClient,
  ledger: Ledger,
  random: Random,
  { attempts }: Written,
  { method, path, body }: WriteOrder,
  headers: Record<string, string>,
): Promise<Answer> {
  for (;;) {
    const attempt: Written["attempts"][number] = { sentAt: Date.now() };
    attempts.push(attempt);
    const answer = await client.send(method, path, body, headers).catch(undefinedWhenBroken);
    if (answer) attempt.status = answer.status;
    if (answer && answer.status < 500) return answer;
    noteFailure(ledger, `${method} ${path}`, answer);
    await wait(pause(random));
  }
}

/** Reads until it gets a response. */
export async function look(client: ApiClient, ledger: Ledger, random: Random, path: string): Promise<Answer> {
  for (;;) {
    const answer = await client.get(path).catch(undefinedWhenBroken);
    if (answer && answer.status < 500) return answer;
    noteFailure(ledger, `GET ${path}`, answer);
    await wait(pause(random));
  }
}

function noteFailure(ledger: Ledger, request: string, answer: Answer | undefined): void {
  ledger.retries++;
  if (!answer) ledger.broken++;
  else if (answer.status === 503 && answer.headers.get("retry-after") !== null) ledger.unavailable++;
  else ledger.surprise(`${request}: ${answer.status} ${answer.text}`);
}

/** Expects a broken connection, as after a kill; rethrows any other error. */
function undefinedWhenBroken(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error;
}
