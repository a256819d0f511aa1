import { AsyncLocalStorage } from "node:async_hooks";
import type { JoinedScope } from "../../database/sql/joined-scope.ts";
import type { Caller } from "../../kernel/access/caller.ts";
import type { ApplicationCache } from "../../kernel/application-cache.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set when the request is an operation of a bulk request. */
    bulkOperation: OperationUnderway | undefined;
  }
}

/** The transaction that the operations of an atomic bulk request share. */
export interface SharedTransaction {
  readonly scope: JoinedScope;
  /** Private: values computed from uncommitted rows must not leak to other requests. */
  readonly cache: ApplicationCache;
}

/** The result of admitting an operation. */
export interface Admission {
  readonly caller: Caller;
  readonly headers: Readonly<Record<string, string | number | string[] | undefined>>;
}

/** The context of an operation's injected request. */
export interface OperationUnderway {
  /** Undefined when each operation has its own transaction. */
  readonly shared: SharedTransaction | undefined;
  /** Kept across retries of the transaction, so the operation is counted once. */
  admission: Admission | undefined;
}

const storage = new AsyncLocalStorage<OperationUnderway>();

/** Runs `work` so that its injected request belongs to the operation. */
export const asOperation = <T>(operation: OperationUnderway, work: () => PromiseLike<T>): Promise<T> =>
  // An injected request starts when it is first awaited, which must happen in here.
  storage.run(operation, async () => await work());

/** The current operation of a bulk request. Clients cannot forge it. */
export const operationUnderway = (): OperationUnderway | undefined => storage.getStore();
