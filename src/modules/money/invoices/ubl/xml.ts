/** An element: its name with its attributes, and its text or children. Undefined children are left out. */
export type Content = string | readonly (Element | undefined)[];

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: Content;
}

/** Creates an element. */
export const element = (
  name: string,
  content: Content,
  attributes: Readonly<Record<string, string>> = {},
): Element => ({
  name,
  attributes,
  content,
});

/** Creates an element with a text, or none without one. */
export const optional = (name: string, text: string | null | undefined): Element | undefined =>
  text === null || text === undefined || text === "" ? undefined : element(name, text);

/** Writes a document, indented. */
export const xmlOf = (root: Element): string => `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, "")}`;

function written({ name, attributes, content }: Element, indent: string): string {
  const opening = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join("");
  if (typeof content === "string") return `${indent}<${name}${opening}>${escaped(content)}</${name}>\n`;
  const children = content.filter((child) => child !== undefined).map((child) => written(child, `${indent}  `));
  return `${indent}<${name}${opening}>\n${children.join("")}${indent}</${name}>\n`;
}

/** XML 1.0 has no way to write most control characters. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
