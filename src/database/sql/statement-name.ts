import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";

/** A statement's operation and table: low cardinality, and no user input. */
export interface StatementSummary {
  /** `SELECT`, `INSERT`, `COMMIT`, … */
  readonly operation: string;
  /** The operation and its table, if any: `SELECT bookings`. */
  readonly summary: string;
}

/** Bounds the caches. An evicted text is recomputed with the same result. */
const maxTexts = 2000;
const summaries = new LRUCache<string, StatementSummary>({ max: maxTexts });
const names = new LRUCache<string, string>({ max: maxTexts });

/** PostgreSQL truncates longer names. */
const maxNameBytes = 63;

/** Characters of the digest, six bits each, so that no two texts share a name. */
const digestLength = 16;

/** The name under which connections prepare an SQL text: its summary and a digest. Every process computes the same name. */
export function nameOf(text: string): string {
  const cached = names.get(text);
  if (cached !== undefined) return cached;
  const digest = createHash("sha256").update(text).digest("base64url").slice(0, digestLength);
  const name = `${summaryOf(text).summary.slice(0, maxNameBytes - digestLength - 1)} ${digest}`;
  names.set(text, name);
  return name;
}

/** Summarizes an SQL text (OpenTelemetry, `db.query.summary`). */
export function summaryOf(text: string): StatementSummary {
  const cached = summaries.get(text);
  if (cached) return cached;
  const summary = summarize(outsideParentheses(text));
  summaries.set(text, summary);
  return summary;
}

const verbs = /\b(select|insert|update|delete|merge|call)\b/i;
const objects: Readonly<Record<string, RegExp>> = {
  SELECT: /\bfrom\s+(?:only\s+)?(?!select\b|as\b)([a-z_][a-z0-9_.]*)/i,
  INSERT: /\binto\s+([a-z_][a-z0-9_.]*)/i,
  UPDATE: /\bupdate\s+(?:only\s+)?([a-z_][a-z0-9_.]*)/i,
  DELETE: /\bfrom\s+(?:only\s+)?([a-z_][a-z0-9_.]*)/i,
  MERGE: /\binto\s+([a-z_][a-z0-9_.]*)/i,
};

function summarize(text: string): StatementSummary {
  const first = /^\s*([a-z]+)/i.exec(text)?.[1] ?? "";
  const operation = (/^with$/i.test(first) ? (verbs.exec(text)?.[1] ?? first) : first).toUpperCase();
  const object = objects[operation]?.exec(text)?.[1];
  return { operation, summary: object === undefined ? operation : `${operation} ${object}` };
}

/** The text without its parenthesized parts, except the innermost query of a `from (…)`. */
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
