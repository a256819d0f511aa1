import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Random } from "../concurrency/load.ts";
import type { Answer, ApiClient, Json } from "../harness/client.ts";
import type { Ledger, Written } from "./ledger.ts";

/** A write to ask for. */
export interface Asked {
  readonly kind: string;
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly body?: Json;
  readonly marker?: string;
  readonly onceAlways?: true;
  /** The status of success. */
  readonly success: number;
  /** What a 422 may say. */
  readonly refusals?: RegExp;
}

/** Milliseconds between two times that something is asked. */
const pause = (random: Random): number => 100 + random.below(400);

/**
 * Asks until there is an answer, always under one key: a broken connection and a 503 say nothing of what was done. A refusal behind one of
 * those is asked for once more, since the first request may have been done while the second one was (service.md, Idempotency 5).
 * @returns the answer of success; undefined when it was refused
 */
export async function ask(
  client: ApiClient,
  ledger: Ledger,
  random: Random,
  asked: Asked,
): Promise<Answer | undefined> {
  const { kind, method, path, body, marker, onceAlways = false, success } = asked;
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
  const once = (): Promise<Answer> => untilAnswered(client, ledger, random, written, asked, headers);
  let answer = await once();
  if (answer.status === success && random.below(20) === 0) {
    ledger.repeated++;
    const again = await once();
    if (again.status !== answer.status || again.text !== answer.text)
      ledger.surprise(
        `Under one key, ${request} was answered ${answer.status} ${answer.text} and ${again.status} ${again.text}`,
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
  if (!isDone && !(answer.status === 422 && asked.refusals?.test(answer.text)))
    ledger.surprise(`${request}: ${answer.status} ${answer.text}`);
  return isDone ? answer : undefined;
}

async function untilAnswered(
  client: ApiClient,
  ledger: Ledger,
  random: Random,
  { attempts }: Written,
  { method, path, body }: Asked,
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

/** Reads until there is an answer. */
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

/** What a client sees of a kill is a broken connection; anything else is a failure of the campaign. */
function undefinedWhenBroken(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error;
}
