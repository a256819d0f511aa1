/**
 * `Content-Disposition` with a file name (RFC 6266). A name outside ASCII is added as UTF-8 (RFC 8187).
 * @param form `inline` to allow display in the browser, `attachment` to force a download
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
