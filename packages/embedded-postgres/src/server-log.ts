import { type FileHandle, open } from "node:fs/promises";

/** The file that PostgreSQL's programs write their words to, by the descriptor they inherit. */
export interface ServerLog {
  descriptor: number;
  /** The last lines written since this start, joined by "; " so that they fit one sentence. */
  lastWords(): Promise<string>;
  /** Closes our descriptor; programs that still run keep theirs. */
  close(): Promise<void>;
}

const tenMegabytes = 10 * 1024 * 1024;
const lastBytes = 4096;
const lastLines = 8;

/** Opens the log to append to, emptied when it is over 10 MB, readable by nobody but the user who runs Node. */
export async function openServerLog(path: string): Promise<ServerLog> {
  const handle = await open(path, "a+", 0o600);
  if ((await handle.stat()).size > tenMegabytes) await handle.truncate();
  const start = (await handle.stat()).size;
  return {
    descriptor: handle.fd,
    lastWords: () => readLastWords(handle, start),
    close: () => handle.close(),
  };
}

async function readLastWords(handle: FileHandle, start: number): Promise<string> {
  const { size } = await handle.stat();
  // Somebody may have emptied it since.
  const from = Math.max(size < start ? 0 : start, size - lastBytes);
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(size - from), position: from });
  const lines = buffer
    .toString("utf8", 0, bytesRead)
    .split("\n")
    .map((line) => line.trim());
  return lines
    .filter((line) => line !== "")
    .slice(-lastLines)
    .join("; ");
}
