/** A record with the version from a single read. */
export type Seen<R> = R & { readonly etag: string };

/** The version in a single record's response. */
export function versionOf({ headers }: Response): string {
  const etag = headers.get("etag");
  if (etag === null) throw new TypeError("The response has no version.");
  return etag;
}

/** Makes a write depend on the version that the person saw. A test requires it of every update. */
export const ifMatch = (etag: string) => ({ "If-Match": etag });

/** For a write that applies to any version. A test lists these writes, each with its reason. */
export const anyVersion = "*";

/** Somebody else has changed the values that an undo would restore. */
export class ChangedMeanwhile extends Error {}
