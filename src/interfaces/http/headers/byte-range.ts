import type { ByteRange } from "../../../kernel/files/files.ts";

/**
 * Parses a Range header (RFC 9110, 14.2). @returns undefined for the whole file, also for several ranges and a malformed header, which may
 * be ignored; `none` when the range is outside the file
 */
export function byteRange(header: string | undefined, bytes: number): ByteRange | "none" | undefined {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  if (from === "") {
    const suffixLength = Number(to);
    return suffixLength === 0 ? "none" : { start: Math.max(0, bytes - suffixLength), end: bytes - 1 };
  }
  const start = Number(from);
  const end = to === "" ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (to !== "" && Number(to) < start) return undefined;
  return start >= bytes ? "none" : { start, end };
}
