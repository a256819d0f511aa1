/** What a statement does, and to what: of bounded number, and without anything that anybody has written. */
export interface StatementSummary {
  /** `SELECT`, `INSERT`, …; `COMMIT` and its like. */
  readonly operation: string;
  /** The operation, and the table that it is of where there is one: `SELECT bookings`. */
  readonly summary: string;
}

/** Texts whose summaries are kept. Clients decide which columns are asked for: when there are more, all are forgotten. */
const mostTexts = 1000;

const known = new Map<string, StatementSummary>();

/** The summary of an SQL text (OpenTelemetry, `db.query.summary`). */
export function summaryOf(text: string): StatementSummary {
  const found = known.get(text);
  if (found) return found;
  if (known.size >= mostTexts) known.clear();
  const made = summarise(outsideParentheses(text));
  known.set(text, made);
  return made;
}

const verbs = /\b(select|insert|update|delete|merge|call)\b/i;
const objects: Readonly<Record<string, RegExp>> = {
  SELECT: /\bfrom\s+(?:only\s+)?([a-z_][a-z0-9_.]*)/i,
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

/** What stands in no parentheses: the statement itself, without those within it. */
function outsideParentheses(text: string): string {
  let depth = 0;
  let from = 0;
  let outside = "";
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === "(") {
      if (depth++ === 0) outside += text.slice(from, index);
    } else if (character === ")" && --depth === 0) from = index + 1;
  }
  return depth === 0 ? outside + text.slice(from) : outside;
}
