/** The reference's YAML values: texts, lists of texts, and objects. */
export type Yaml = string | readonly string[] | { readonly [name: string]: Yaml };

interface Line {
  readonly indent: number;
  readonly text: string;
}

/**
 * Parses the reference's subset of YAML: objects, lists of texts, and plain or single-quoted texts, also over several lines.
 * @throws Error for any other syntax
 */
export function readYaml(source: string): { readonly [name: string]: Yaml } {
  const [root] = objectAt(joined(source), 0, 0);
  return root;
}

/** Joins continuation lines, which are indented further than their key. */
function joined(source: string): Line[] {
  const lines: Line[] = [];
  let complete = true;
  for (const raw of source.split("\n").filter((one) => one.trim() !== "")) {
    const text = raw.trim();
    const indent = raw.length - raw.trimStart().length;
    const last = lines.at(-1);
    if (last && (!complete || indent > last.indent) && !last.text.endsWith(":")) {
      lines[lines.length - 1] = { indent: last.indent, text: `${last.text} ${text}` };
    } else lines.push({ indent, text });
    complete = isComplete(lines.at(-1)?.text ?? "");
  }
  return lines;
}

/** Whether all quotes are closed. A doubled quote is an escaped one. */
const isComplete = (text: string): boolean => {
  const value = text.replace(/^(- |('[^']*'|[^:]+): )/, "");
  return !value.startsWith("'") || /^'(''|[^'])*'$/.test(value);
};

function objectAt(lines: readonly Line[], start: number, indent: number): [Record<string, Yaml>, number] {
  const found: Record<string, Yaml> = {};
  let at = start;
  for (let line = lines[at]; line && line.indent === indent && !line.text.startsWith("- "); line = lines[at]) {
    const [, key = "", value = ""] = /^('[^']*'|[^:]+):(?: (.*))?$/.exec(line.text) ?? [];
    if (key === "") throw new Error(`Cannot parse this line of the reference: ${line.text}`);
    const next = lines[at + 1];
    if (value !== "") [found[scalar(key)], at] = [value === "[]" ? [] : scalar(value), at + 1];
    else if (next?.text.startsWith("- ")) [found[scalar(key)], at] = listAt(lines, at + 1, next.indent);
    else [found[scalar(key)], at] = objectAt(lines, at + 1, next?.indent ?? 0);
  }
  return [found, at];
}

function listAt(lines: readonly Line[], start: number, indent: number): [string[], number] {
  const found: string[] = [];
  let at = start;
  for (let line = lines[at]; line?.indent === indent && line.text.startsWith("- "); line = lines[at]) {
    found.push(scalar(line.text.slice(2)));
    at++;
  }
  return [found, at];
}

const scalar = (text: string): string => (text.startsWith("'") ? text.slice(1, -1).replaceAll("''", "'") : text);
