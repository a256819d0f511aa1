import { access, constants, mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { codeOf, EmbeddedPostgresError, messageOf } from "./embedded-postgres-error.ts";

/**
 * Makes a directory and those above it that are missing. Node's own `recursive` never ends where a file system takes no directories, such
 * as /proc.
 * @returns the first directory that was made, undefined when all were there
 */
export async function makeDirectory(path: string, mode?: number): Promise<string | undefined> {
  const absolute = resolve(path);
  const found = await stat(absolute).catch((error: unknown) => {
    if (codeOf(error) !== "ENOENT" || dirname(absolute) === absolute) throw error;
    return undefined;
  });
  if (found?.isDirectory()) return undefined;
  const above = found ? undefined : await makeDirectory(dirname(absolute), mode);
  try {
    await mkdir(absolute, mode);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (codeOf(error) === "EEXIST" && (await stat(absolute)).isDirectory()) return above;
    throw error;
  }
  return above ?? absolute;
}

/**
 * Makes a directory where it is missing, and checks that this user may write in it.
 * @throws EmbeddedPostgresError that names the directory, absolute, and says what is wrong with it
 */
export async function makeWritableDirectory(path: string): Promise<void> {
  await explaining(path, makeDirectory);
  await assertWritable(path);
}

/** @throws EmbeddedPostgresError that names the directory, where this user may not write in it */
export const assertWritable = (path: string): Promise<void> =>
  explaining(path, (absolute) => access(absolute, constants.R_OK | constants.W_OK | constants.X_OK));

/** Does something with a directory. @throws EmbeddedPostgresError that names it, absolute, and says what is wrong with it */
export async function explaining(path: string, act: (absolute: string) => Promise<unknown>): Promise<void> {
  const absolute = resolve(path);
  try {
    await act(absolute);
  } catch (error) {
    throw new EmbeddedPostgresError(`The directory ${absolute} cannot be used: ${reasonOf(error)}.`, { cause: error });
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "its disk is mounted read-only",
  ENOENT: "it is missing, and cannot be made on its file system",
  EEXIST: "it is a file",
  ENOTDIR: "a part of its path is a file",
  ENOSPC: "its disk is full",
  ELOOP: "its path is a circle of links",
};

function reasonOf(error: unknown): string {
  return reasons[codeOf(error) ?? ""] ?? messageOf(error);
}
