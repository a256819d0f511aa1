import { hostileFile } from "./files.ts";

/** A form field: a text, or a hostile file by number. */
export type Part = readonly [name: string, content: string | number];

const boundary = "fuzz-7d1c";

/** A multipart/form-data body with its media type. */
export function formOf(parts: readonly Part[]): { readonly type: string; readonly body: Buffer } {
  const pieces = parts.flatMap(([name, content]) => {
    const quoted = name.replace(/[\r\n"]/g, "_");
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted}"`;
    if (typeof content === "string") return [Buffer.from(`${head}\r\n\r\n${content}\r\n`)];
    const [type, bytes] = hostileFile(content);
    return [
      Buffer.from(`${head}; filename="../${quoted}.php"\r\nContent-Type: ${type}\r\n\r\n`),
      bytes,
      Buffer.from("\r\n"),
    ];
  });
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  };
}
