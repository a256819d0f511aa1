import { invalid } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";

/**
 * Refuses a payment order in a transaction shared with other requests: a failure of one must not roll the order back
 * (conventions.md, Bulk). @throws RequestError 422
 */
export function assertOwnTransaction({ isShared }: WriteContext): void {
  if (isShared) throw invalid({ base: ["is a payment order and cannot be part of an atomic bulk request"] });
}
