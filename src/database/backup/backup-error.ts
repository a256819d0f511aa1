/** A backup cannot be made or restored. The message tells the person who runs the command what to do. */
export class BackupError extends Error {
  override name = "BackupError";
}
