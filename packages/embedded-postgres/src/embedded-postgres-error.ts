/** Why the embedded PostgreSQL cannot be had: `message` is written for the person who runs Roost. */
export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
}

/** The way out that every dead end of the embedded server names. */
export const useYourOwn = "set DATABASE_URL to a PostgreSQL (15 or later) of your own";

/** The code that Node or PostgreSQL gave an error ("ENOENT", "28P01"), or undefined. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** What an error says, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
