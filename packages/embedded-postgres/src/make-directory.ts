import { access, constants, mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { codeOf, EmbeddedPostgresError, messageOf } from "./embedded-postgres-error.ts";

/**
 * Creates a directory and its missing parents. Unlike Node's `recursive`, it ends on file systems such as /proc.
 * @returns the first created directory, or undefined
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
    // Another process may have created it meanwhile.
    if (codeOf(error) === "EEXIST" && (await stat(absolute)).isDirectory()) return above;
    throw error;
  }
  return above ?? absolute;
}

/**
 * Creates a directory if needed and checks that this user can write to it.
 * @throws EmbeddedPostgresError with the directory's absolute path and the reason
 */
export async function makeWritableDirectory(path: string): Promise<void> {
  await withReason(path, makeDirectory);
  await assertWritable(path);
}

/** @throws EmbeddedPostgresError if this user cannot write to the directory */
export const assertWritable = (path: string): Promise<void> =>
  withReason(path, (absolute) => access(absolute, constants.R_OK | constants.W_OK | constants.X_OK));

/** Runs an action on a directory. @throws EmbeddedPostgresError with its absolute path and the reason */
export async function withReason(path: string, act: (absolute: string) => Promise<unknown>): Promise<void> {
  const absolute = resolve(path);
  try {
    await act(absolute);
  } catch (error) {
    throw new EmbeddedPostgresError(`Cannot use the directory ${absolute}: ${reasonOf(error)}.`, { cause: error });
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "this user has no write permission",
  EPERM: "this user has no write permission",
  EROFS: "its disk is mounted read-only",
  ENOENT: "it is missing and its file system allows no directories",
  EEXIST: "it is a file",
  ENOTDIR: "part of its path is a file",
  ENOSPC: "its disk is full",
  ELOOP: "its path has a cycle of links",
};

function reasonOf(error: unknown): string {
  return reasons[codeOf(error) ?? ""] ?? messageOf(error);
}
