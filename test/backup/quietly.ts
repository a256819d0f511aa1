import { type Ran, roostHere } from "../cli/roost.ts";

/** Runs a command in this process, and removes progress lines, which depend on the machine's load. */
export async function roostQuietly(settings: Record<string, string>, words: readonly string[]): Promise<Ran> {
  const ran = await roostHere(settings, words);
  return { ...ran, err: ran.err.replaceAll(/^(backup|restore): \d+ of \d+ MB\n/gm, "") };
}
