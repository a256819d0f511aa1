/** Void elements, which have no end tag. */
const empty = new Set(["meta", "link", "br", "hr", "img", "input"]);

/** Lists a page's HTML errors: mismatched tags, duplicate ids, and unescaped `<` or `&` in text. */
export function brokenHtml(page: string): string[] {
  const problems: string[] = [];
  const open: string[] = [];
  const text = page.replace(/<svg[\s\S]*?<\/svg>|<!doctype html>/g, "");
  for (const [tag, end, name = "", self] of text.matchAll(
    /<(\/?)([a-z][a-z0-9]*)(?:\s+[a-z-]+(?:="[^"<>]*")?)*\s*(\/?)>/g,
  )) {
    if (empty.has(name) || self) continue;
    if (!end) open.push(name);
    else if (open.pop() !== name) problems.push(`${tag} closes what is not open`);
  }
  problems.push(...open.map((name) => `<${name}> is not closed`));
  const rest = text.replace(/<(\/?)([a-z][a-z0-9]*)(?:\s+[a-z-]+(?:="[^"<>]*")?)*\s*(\/?)>/g, "");
  for (const [found] of rest.matchAll(/[<>].{0,40}|&(?!(?:[a-z]+|#\d+);).{0,20}/g))
    problems.push(`not escaped: ${found}`);
  const ids = [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id = ""]) => id);
  problems.push(...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `id ${id} stands twice`));
  if (/undefined|\[object Object\]/.test(rest)) problems.push("shows a value that has no words");
  return problems;
}
