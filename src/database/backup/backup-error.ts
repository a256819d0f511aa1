/** Why a backup cannot be made or restored; the message is one sentence for the person who runs the command, and says what to do. */
export class BackupError extends Error {
  override name = "BackupError";
}
