import type { Written } from "../ledger.ts";
import { type Made, madeByMarker } from "../made.ts";
import type { Check } from "./check.ts";

/** Milliseconds by which two clocks of one machine, or two looks at one, may differ. */
const margin = 5;

/**
 * What was acknowledged is there once, under the id that was told, and of what was refused there is nothing. Two requests under one key
 * that were under way at the same time may both be done (service.md, Idempotency 5): so there may be as many records as requests were sent
 * before the first of them was committed, and one where a kind promises more.
 */
export const checkOnce: Check = async ({ sql, ledger }) => {
  const made = await madeByMarker(sql);
  const marked = ledger.written.filter(({ marker }) => marker !== undefined);
  const violations = marked.flatMap((written) => faultOf(written, made.get(written.marker ?? "") ?? []));
  const asked = new Set(marked.map(({ marker }) => marker));
  for (const [marker, records] of made)
    if (!asked.has(marker)) violations.push(`Nobody asked for ${JSON.stringify(records)}.`);
  return { subject: "writes there once, or not at all", count: marked.length, violations };
};

function faultOf({ outcome, id, attempts, onceAlways, kind, marker }: Written, records: readonly Made[]): string[] {
  const what = `${kind} ${marker}`;
  const [first] = records;
  if (outcome === "done" && !first) return [`${what} was acknowledged, and is not there.`];
  if (outcome === "done" && id !== undefined && !records.some((record) => record.id === id))
    return [`${what} was acknowledged as ${id}, and there is ${JSON.stringify(records)}.`];
  if (!first) return [];
  const before = attempts.filter(({ sentAt }) => sentAt <= first.committed + margin).length;
  const last = attempts.at(-1)?.sentAt ?? 0;
  if (outcome === "refused" && first.committed < last - margin)
    return [`${what} was refused when it had been done already: ${JSON.stringify({ records, attempts })}`];
  if (records.length > (onceAlways ? 1 : before))
    return [`${what} is there ${records.length} times: ${JSON.stringify({ records, attempts })}`];
  return [];
}
