import { setImmediate } from "node:timers/promises";
import { sqlState } from "../../../../database/sql/errors.ts";
import type { RawRow, Statement } from "../../../../database/sql/transaction.ts";
import type { Reader } from "../../../../kernel/read/visible/read-scope.ts";

interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Batches questions: those that arrive while a batch is in flight form the next one (docs/design/tenancy.md). A lone question is sent
 * immediately.
 */
export class Batcher<Question, Answer> {
  private readonly askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>;
  private waiting: Waiting<Question, Answer>[] = [];
  private inFlight = false;

  /** @param askAll returns a batch's answers in the same order */
  constructor(askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>) {
    this.askAll = askAll;
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ question, resolve, reject });
      if (!this.inFlight) void this.sendBatches();
    });
  }

  private async sendBatches(): Promise<void> {
    this.inFlight = true;
    while (this.waiting.length > 0) {
      // Requests that arrived together share a batch.
      await setImmediate();
      const batch = this.waiting;
      this.waiting = [];
      try {
        const answers = await this.askAll(batch.map(({ question }) => question));
        for (const [index, { resolve, reject }] of batch.entries()) {
          const answer = answers[index];
          if (answer === undefined) reject(new Error("A question was not answered."));
          else resolve(answer);
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.inFlight = false;
  }
}

/** Retries after a deadlock with another process that verifies the same rows. */
export async function readDespiteDeadlock(
  reader: Reader,
  statement: Statement,
  values: readonly unknown[],
): Promise<RawRow[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await reader.read(statement, values);
    } catch (error) {
      if (attempt === 3 || sqlState(error) !== "40P01") throw error;
    }
  }
}

/** Formats digests as a `bytea[]`, with nulls for missing ones. */
export function digestArray(digests: readonly (Buffer | undefined)[]): string {
  return `{${digests.map((digest) => (digest ? `"\\\\x${digest.toString("hex")}"` : "null")).join(",")}}`;
}
