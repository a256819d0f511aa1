/**
 * `Content-Disposition` with the name of a file (RFC 6266): plain for old clients, and as UTF-8 (RFC 8187) where it has other characters.
 * @param form `inline` where a browser may show it, `attachment` where it must save it
 */
export function contentDisposition(form: "inline" | "attachment", name: string | null): string {
  if (name === null) return form;
  const plain = name
    .normalize("NFKD")
    .replace(/[^\x20-\x7e]/g, "_")
    .replace(/["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return plain === name ? `${form}; filename="${name}"` : `${form}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
