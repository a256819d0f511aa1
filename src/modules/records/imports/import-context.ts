import type { Operation, Route, Shown } from "../../../kernel/route.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Mapping } from "./mapping.ts";

/** An import's resources: the account's transaction and the file's mapping. */
export interface ImportContext {
  readonly write: WriteContext;
  readonly mapping: Mapping;
  /** False in a dry run, which rolls back. */
  readonly isApplied: boolean;
}

type Write = Extract<Operation, { kind: "write" }>;

/** The API operation that a line runs, so that it is checked and stored like a request. */
export function operationAt(routes: readonly Route[], method: Route["method"], path: string): Write {
  const operation = routes.find((route) => route.method === method && route.path === path)?.operation;
  if (operation?.kind !== "write") throw new Error(`Missing operation ${method} ${path}.`);
  return operation;
}

/** Runs an operation for one record. @param ids path parameters @returns the record's id */
export async function perform(...operation: Parameters<typeof performShown>): Promise<number> {
  return Number((await performShown(...operation)).id);
}

/** The same, with the record's other results. */
export async function performShown(
  { write }: ImportContext,
  operation: Write,
  ids: Readonly<Record<string, number>>,
  body: unknown,
): Promise<Shown> {
  const named = new Map(Object.entries(ids).map(([name, id]) => [name, String(id)]));
  const outcome = await operation.run(write, { ids: named, body });
  if (outcome === "gone" || !("shows" in outcome)) throw new Error("The import's operation returned no record.");
  return outcome;
}
