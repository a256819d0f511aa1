/** A failure of the embedded PostgreSQL. `message` is written for the person who runs Roost. */
export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
}

/** The alternative that every unrecoverable error offers. */
export const useYourOwn = "set DATABASE_URL to your own PostgreSQL (15 or later)";

/** The error code of Node or PostgreSQL ("ENOENT", "28P01"), or undefined. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** The message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
