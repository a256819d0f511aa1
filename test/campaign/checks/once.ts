import type { Written } from "../ledger.ts";
import { type Made, madeByMarker } from "../made.ts";
import type { Check } from "./check.ts";

/** Milliseconds by which the machine's clocks may differ. */
const margin = 5;

/**
 * An acknowledged write exists once, with the reported id; a refused write does not exist. Concurrent requests with one key may both
 * succeed (service.md, Idempotency 5): the limit is the number of requests sent before the first commit, or one for a stricter kind.
 */
export const checkOnce: Check = async ({ sql, ledger }) => {
  const made = await madeByMarker(sql);
  const marked = ledger.written.filter(({ marker }) => marker !== undefined);
  const violations = marked.flatMap((written) => faultOf(written, made.get(written.marker ?? "") ?? []));
  const requested = new Set(marked.map(({ marker }) => marker));
  for (const [marker, records] of made)
    if (!requested.has(marker)) violations.push(`No client requested ${JSON.stringify(records)}.`);
  return { subject: "writes there once, or not at all", count: marked.length, violations };
};

function faultOf({ outcome, id, attempts, onceAlways, kind, marker }: Written, records: readonly Made[]): string[] {
  const what = `${kind} ${marker}`;
  const [first] = records;
  if (outcome === "done" && !first) return [`${what} was acknowledged, but does not exist.`];
  if (outcome === "done" && id !== undefined && !records.some((record) => record.id === id))
    return [`${what} was acknowledged as ${id}, but the database has ${JSON.stringify(records)}.`];
  if (!first) return [];
  const before = attempts.filter(({ sentAt }) => sentAt <= first.committed + margin).length;
  const last = attempts.at(-1)?.sentAt ?? 0;
  if (outcome === "refused" && first.committed < last - margin)
    return [`${what} was refused, but had already succeeded: ${JSON.stringify({ records, attempts })}`];
  if (records.length > (onceAlways ? 1 : before))
    return [`${what} is there ${records.length} times: ${JSON.stringify({ records, attempts })}`];
  return [];
}
