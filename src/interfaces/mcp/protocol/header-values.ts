/**
 * Decodes a header value that may use the Base64 form `=?base64?…?=` (MCP 2026-07-28, Value Encoding).
 * @returns undefined when the header is absent or malformed
 */
export function encodedHeader(header: string | readonly string[] | undefined): string | undefined {
  if (typeof header !== "string") return undefined;
  const encoded = /^=\?base64\?(.*)\?=$/.exec(header)?.[1];
  if (encoded === undefined) return /^[\x20-\x7e\t]*$/.test(header) ? header : undefined;
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(encoded)) return undefined;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  return text.includes("\ufffd") ? undefined : text;
}
