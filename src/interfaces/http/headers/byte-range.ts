import type { ByteRange } from "../../../kernel/files/files.ts";

/**
 * The one range of bytes that a request wants of a file (RFC 9110, 14.2); undefined for all of it, also where the header asks for several
 * or cannot be read, which may be ignored; `none` for one that lies outside.
 */
export function byteRange(header: string | undefined, bytes: number): ByteRange | "none" | undefined {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  if (from === "") {
    const last = Number(to);
    return last === 0 ? "none" : { start: Math.max(0, bytes - last), end: bytes - 1 };
  }
  const start = Number(from);
  const end = to === "" ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (to !== "" && Number(to) < start) return undefined;
  return start >= bytes ? "none" : { start, end };
}
