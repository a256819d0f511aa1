/** A backup cannot be made or restored. The message names the remedy. */
export class BackupError extends Error {
  override name = "BackupError";
}
