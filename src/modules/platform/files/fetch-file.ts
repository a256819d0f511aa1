import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type StoredFile, UnusableFile } from "../../../kernel/files/files.ts";
import type { JobContext } from "../../../kernel/write/jobs/job.ts";
import { fetchPublic } from "../outgoing/fetch-public.ts";
import { fileName } from "./file-name.ts";
import { PictureTimeout } from "./picture-process.ts";
import { storeFile } from "./store-file.ts";
import { mostFileBytes } from "./upload.ts";

/** Milliseconds for a file. */
const longest = 120_000;

/**
 * Fetches the file of a URL that somebody named, and stores it under the name that it has there. Nobody has kept it yet (`keepFile`).
 * @param types media types that its bytes may have; none: any
 * @returns in its place what is wrong with it, for good
 * @throws Error when it may go well at another attempt of the job
 */
export async function fetchFile(
  context: JobContext,
  url: string,
  types: readonly string[] = [],
): Promise<StoredFile | UnusableFile> {
  const directory = await mkdtemp(join(tmpdir(), "roost-fetch-"));
  try {
    const path = join(directory, "0");
    const answer = await fetchPublic(context, { url, mostBytes: mostFileBytes, timeout: longest, into: path });
    if ("problem" in answer) return failed(context, answer.problem, answer.passes);
    const { status } = answer;
    if (status !== 200) return failed(context, `answered with the status ${status}`, status === 429 || status >= 500);
    const { scope, account, files } = context;
    return await storeFile({ scope, account: { id: account }, files }, { path, name: nameIn(answer.url) }, types);
  } catch (error) {
    if (error instanceof PictureTimeout) return failed(context, "took too long to open", true);
    throw error;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function failed({ last }: JobContext, problem: string, passes: boolean): UnusableFile {
  // The URL stays out of the queue's notes: it may hold a secret.
  if (passes && !last) throw new Error(`A file to fetch ${problem}.`);
  return new UnusableFile(problem);
}

/** The name of the file in a URL, behind its last slash. */
function nameIn(url: string): string | undefined {
  const last = new URL(url).pathname.split("/").at(-1) ?? "";
  try {
    return fileName(decodeURIComponent(last));
  } catch (error) {
    if (error instanceof URIError) return fileName(last);
    throw error;
  }
}
