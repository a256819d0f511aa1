import { invalid } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";

/**
 * Refuses an order for money in a transaction that other requests share: what it promises must not be undone by one of them
 * (conventions.md, Bulk). @throws RequestError 422
 */
export function assertOwnTransaction({ isShared }: WriteContext): void {
  if (isShared) throw invalid({ base: ["is an order for money, which cannot be part of an atomic bulk request"] });
}
