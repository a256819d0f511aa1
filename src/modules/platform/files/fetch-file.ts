import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type StoredFile, UnusableFile } from "../../../kernel/files/files.ts";
import type { JobContext } from "../../../kernel/write/jobs/job.ts";
import { fetchPublic } from "../outgoing/fetch-public.ts";
import { fileName } from "./file-name.ts";
import { PictureTimeout } from "./picture-process.ts";
import { storeFile } from "./store-file.ts";
import { maxFileBytes } from "./upload.ts";

const timeoutMs = 120_000;

/**
 * Fetches a file from a user's URL and stores it under the URL's file name. A record must then keep it (`keepFile`).
 * @param types allowed media types; empty allows any
 * @returns the stored file, or its permanent problem
 * @throws Error if a retry of the job may succeed
 */
export async function fetchFile(
  context: JobContext,
  url: string,
  types: readonly string[] = [],
): Promise<StoredFile | UnusableFile> {
  const directory = await mkdtemp(join(tmpdir(), "roost-fetch-"));
  try {
    const path = join(directory, "0");
    const answer = await fetchPublic(context, { url, maxBytes: maxFileBytes, timeout: timeoutMs, into: path });
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
  // The job's error omits the URL, which may contain a secret.
  if (passes && !last) throw new Error(`A file to fetch ${problem}.`);
  return new UnusableFile(problem);
}

/** The file name after a URL's last slash. */
function nameIn(url: string): string | undefined {
  const last = new URL(url).pathname.split("/").at(-1) ?? "";
  try {
    return fileName(decodeURIComponent(last));
  } catch (error) {
    if (error instanceof URIError) return fileName(last);
    throw error;
  }
}
