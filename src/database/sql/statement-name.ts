import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";

/** What a statement does, and to what: few different values, and nothing that a person has written. */
export interface StatementSummary {
  /** `SELECT`, `INSERT`, …; `COMMIT` and its like. */
  readonly operation: string;
  /** The operation and its table, if any: `SELECT bookings`. */
  readonly summary: string;
}

/** A process computes these again for texts beyond this number: what they are follows from the text alone. */
const maxTexts = 2000;
const summaries = new LRUCache<string, StatementSummary>({ max: maxTexts });
const names = new LRUCache<string, string>({ max: maxTexts });

/** PostgreSQL cuts longer names off. */
const maxNameBytes = 63;

/** Characters of a digest, six bits each: no two texts share a name. */
const digestLength = 16;

/** The name under which connections prepare an SQL text: its summary and a digest, the same in every process. */
export function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const digest = createHash("sha256").update(text).digest("base64url").slice(0, digestLength);
  const name = `${summaryOf(text).summary.slice(0, maxNameBytes - digestLength - 1)} ${digest}`;
  names.set(text, name);
  return name;
}

/** The summary of an SQL text (OpenTelemetry, `db.query.summary`). */
export function summaryOf(text: string): StatementSummary {
  const known = summaries.get(text);
  if (known) return known;
  const made = summarise(outsideParentheses(text));
  summaries.set(text, made);
  return made;
}

const verbs = /\b(select|insert|update|delete|merge|call)\b/i;
const objects: Readonly<Record<string, RegExp>> = {
  SELECT: /\bfrom\s+(?:only\s+)?(?!select\b|as\b)([a-z_][a-z0-9_.]*)/i,
  INSERT: /\binto\s+([a-z_][a-z0-9_.]*)/i,
  UPDATE: /\bupdate\s+(?:only\s+)?([a-z_][a-z0-9_.]*)/i,
  DELETE: /\bfrom\s+(?:only\s+)?([a-z_][a-z0-9_.]*)/i,
  MERGE: /\binto\s+([a-z_][a-z0-9_.]*)/i,
};

function summarise(text: string): StatementSummary {
  const first = /^\s*([a-z]+)/i.exec(text)?.[1] ?? "";
  const operation = (/^with$/i.test(first) ? (verbs.exec(text)?.[1] ?? first) : first).toUpperCase();
  const object = objects[operation]?.exec(text)?.[1];
  return { operation, summary: object === undefined ? operation : `${operation} ${object}` };
}

/** What stands in no parentheses, the statement itself; of those that it selects from, what stands in theirs. */
function outsideParentheses(text: string): string {
  let depth = 0;
  let from = 0;
  let outside = "";
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === "(") {
      if (depth++ === 0) {
        outside += text.slice(from, index);
        from = index;
      }
    } else if (character === ")" && --depth === 0) {
      if (/\bfrom\s*$/i.test(outside)) outside += outsideParentheses(text.slice(from + 1, index));
      from = index + 1;
    }
  }
  return depth === 0 ? outside + text.slice(from) : outside;
}
