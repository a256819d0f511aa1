import { type Ran, roostHere } from "../cli/roost.ts";

/** Runs a command in this process, and leaves out what it says of its progress, which depends on how busy the machine is. */
export async function roostQuietly(settings: Record<string, string>, words: readonly string[]): Promise<Ran> {
  const ran = await roostHere(settings, words);
  return { ...ran, err: ran.err.replaceAll(/^(backup|restore): \d+ of \d+ MB\n/gm, "") };
}
