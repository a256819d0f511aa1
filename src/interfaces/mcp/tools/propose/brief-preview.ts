import { isObject } from "../../../../kernel/values/structure.ts";
import type { Preview } from "../../../../modules/records/proposals/proposal-values.ts";
import { fitting } from "../fit.ts";

const maxTextLength = 300;
/** Characters of all changes, and of all notices. */
const [maxChangesLength, maxNoticesLength] = [5500, 1500];

/**
 * A preview that fits a default answer (agent.md): long texts are cut, and `meta.left_out` counts the changes and notices that do not
 * fit. The stored proposal has all of them.
 */
export function briefPreview({ changes, notices, ...others }: Preview): object {
  const brief = changes.map((change) => ({ ...change, changes: cut(change.changes) }));
  const shownChanges = brief.slice(0, fitting(brief, maxChangesLength));
  const shownNotices = notices.slice(0, fitting(notices, maxNoticesLength));
  const leftOut = { changes: brief.length - shownChanges.length, notices: notices.length - shownNotices.length };
  const isCut = leftOut.changes + leftOut.notices > 0;
  return { ...others, changes: shownChanges, notices: shownNotices, ...(isCut && { meta: { left_out: leftOut } }) };
}

function cut(value: unknown): unknown {
  if (typeof value === "string") return value.length > maxTextLength ? `${value.slice(0, maxTextLength)}…` : value;
  if (Array.isArray(value)) return value.map(cut);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cut(part)]));
}
