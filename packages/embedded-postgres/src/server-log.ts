import { type FileHandle, open } from "node:fs/promises";

/** The log file of PostgreSQL's programs, which inherit its descriptor. */
export interface ServerLog {
  descriptor: number;
  /** The last lines since this start, joined by "; " to fit in a sentence. */
  lastWords(): Promise<string>;
  /** Closes our descriptor; running programs keep theirs. */
  close(): Promise<void>;
}

const maxLogBytes = 10 * 1024 * 1024;
const maxTailBytes = 4096;
const maxTailLines = 8;

/** Opens the log for appending, readable only by the user who runs Node. Truncates it above 10 MB. */
export async function openServerLog(path: string): Promise<ServerLog> {
  const handle = await open(path, "a+", 0o600);
  if ((await handle.stat()).size > maxLogBytes) await handle.truncate();
  const start = (await handle.stat()).size;
  return {
    descriptor: handle.fd,
    lastWords: () => readLastWords(handle, start),
    close: () => handle.close(),
  };
}

async function readLastWords(handle: FileHandle, start: number): Promise<string> {
  const { size } = await handle.stat();
  // The file may have been truncated since.
  const from = Math.max(size < start ? 0 : start, size - maxTailBytes);
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(size - from), position: from });
  const lines = buffer
    .toString("utf8", 0, bytesRead)
    .split("\n")
    .map((line) => line.trim());
  return lines
    .filter((line) => line !== "")
    .slice(-maxTailLines)
    .join("; ");
}
