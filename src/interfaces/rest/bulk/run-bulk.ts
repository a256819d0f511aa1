import type { FastifyRequest } from "fastify";
import { type AccountScope, isPassingConflict } from "../../../database/sql/account-scope.ts";
import { outageOf } from "../../../database/sql/errors.ts";
import { JoinedScope } from "../../../database/sql/joined-scope.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { ApplicationCache } from "../../../kernel/application-cache.ts";
import type { Admission, OperationUnderway } from "../operation-underway.ts";
import { maxAnsweredBytes, maxAtomicMs } from "./bounds.ts";
import type { BulkOperation } from "./read-bulk.ts";
import { answersTooLarge, type OperationResult, runOperation, tookTooLong } from "./run-operation.ts";

/** The results of all operations, or the failed operation of an atomic bulk request. */
export interface BulkOutcome {
  readonly results: readonly OperationResult[];
  /** `index` is zero-based. */
  readonly failed: { readonly index: number; readonly result: OperationResult } | undefined;
}

/** Rolls back the transaction of an atomic bulk request. */
class OperationFailed extends Error {}

/**
 * Runs operations sequentially, each in its own transaction.
 * @param admission that of the bulk request, which counts as its first operation's
 */
export async function runEach(
  request: FastifyRequest,
  admission: Admission,
  operations: readonly BulkOperation[],
): Promise<BulkOutcome> {
  const run = new Run(request);
  for (const [index, operation] of operations.entries())
    await run.next(operation, { shared: undefined, admission: index === 0 ? admission : undefined });
  return { results: run.results, failed: undefined };
}

/**
 * Runs operations in one transaction, all or none. Conflicts with other transactions are retried.
 * @param clock epoch milliseconds
 * @throws database errors during an outage or at commit
 */
export async function runAtomically(
  request: FastifyRequest,
  scope: AccountScope,
  admission: Admission,
  operations: readonly BulkOperation[],
  clock: () => number,
): Promise<BulkOutcome> {
  const admissions: { admission: OperationUnderway["admission"] }[] = [{ admission }];
  let failed: BulkOutcome["failed"];
  const attempt = async (transaction: Transaction): Promise<readonly OperationResult[]> => {
    failed = undefined;
    const run = new Run(request);
    const until = clock() + maxAtomicMs;
    const shared = { scope: new JoinedScope(transaction), cache: new ApplicationCache() };
    for (const [index, operation] of operations.entries()) {
      const underway: OperationUnderway = { shared, admission: admissions[index]?.admission };
      const result = clock() > until ? tookTooLong() : await run.next(operation, underway);
      admissions[index] = { admission: underway.admission };
      if (result.status < 400) {
        // The next operation finds the nights as after a commit.
        if (operation.method !== "GET") await transaction.closeFreedNights();
        continue;
      }
      failed = { index, result };
      const { failure } = shared.scope;
      throw isPassingConflict(failure) || outageOf(failure) ? failure : new OperationFailed();
    }
    return run.results;
  };
  try {
    return { results: await scope.transaction(attempt, "long write"), failed: undefined };
  } catch (error) {
    if (failed === undefined || outageOf(error)) throw error;
    return { results: [], failed };
  }
}

/** One attempt to run the operations, with their results so far. */
class Run {
  readonly results: OperationResult[] = [];
  private readonly request: FastifyRequest;
  private answered = 0;

  constructor(request: FastifyRequest) {
    this.request = request;
  }

  async next(operation: BulkOperation, underway: OperationUnderway): Promise<OperationResult> {
    const isRefused = operation.method === "GET" && this.answered > maxAnsweredBytes;
    const result = isRefused ? answersTooLarge() : await runOperation(this.request, operation, underway);
    this.answered += result.text.length;
    this.results.push(result);
    return result;
  }
}
