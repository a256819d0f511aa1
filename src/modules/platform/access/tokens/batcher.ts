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
 * Asks questions in batches: those that arrive while one batch is under way wait for it and make the next one
 * (docs/design/tenancy.md). Alone, a question is asked at once.
 */
export class Batcher<Question, Answer> {
  private readonly askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>;
  private waiting: Waiting<Question, Answer>[] = [];
  private inFlight = false;

  /** @param askAll answers a batch, in its order */
  constructor(askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>) {
    this.askAll = askAll;
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ question, resolve, reject });
      if (!this.inFlight) void this.go();
    });
  }

  private async go(): Promise<void> {
    this.inFlight = true;
    while (this.waiting.length > 0) {
      // Requests whose bytes have arrived together share a batch.
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

/** Two processes that ask about the same rows can deadlock: the one that lost asks again. */
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

/** Digests as the text of a `bytea[]`; a null where there is none. */
export function digestArray(digests: readonly (Buffer | undefined)[]): string {
  return `{${digests.map((digest) => (digest ? `"\\\\x${digest.toString("hex")}"` : "null")).join(",")}}`;
}
