import { AsyncLocalStorage } from "node:async_hooks";
import type { JoinedScope } from "../../database/sql/joined-scope.ts";
import type { Caller } from "../../kernel/access/caller.ts";
import type { ApplicationCache } from "../../kernel/application-cache.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set where the request is an operation of a bulk request. */
    bulkOperation: OperationUnderway | undefined;
  }
}

/** The transaction that the operations of an atomic bulk request share. */
export interface SharedTransaction {
  readonly scope: JoinedScope;
  /** Its own: what is computed from rows that may be rolled back must not be found by anybody else. */
  readonly cache: ApplicationCache;
}

/** How an operation was let in. */
export interface Admission {
  readonly caller: Caller;
  readonly headers: Readonly<Record<string, string | number | string[] | undefined>>;
}

/** An operation of a bulk request, as the request that is made of it finds it. */
export interface OperationUnderway {
  /** Undefined where each operation has a transaction of its own. */
  readonly shared: SharedTransaction | undefined;
  /** Kept for when the whole transaction is tried again: the operation is counted once. */
  admission: Admission | undefined;
}

const storage = new AsyncLocalStorage<OperationUnderway>();

/** Runs `work`; requests that are made of this process to itself meanwhile belong to the operation. */
export const asOperation = <T>(operation: OperationUnderway, work: () => PromiseLike<T>): Promise<T> =>
  // An injected request is made when it is first waited for: that must be in here too.
  storage.run(operation, async () => await work());

/** The operation of a bulk request that is under way here: no client can say that its request is one. */
export const operationUnderway = (): OperationUnderway | undefined => storage.getStore();
