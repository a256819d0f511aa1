/** What is to be in a backup besides the database. */
export interface BackupOptions {
  /** The key that secrets are encrypted under: whoever has the file can then open them. */
  readonly withSecretsKey: boolean;
  readonly withoutFiles: boolean;
}

/** Called with how much is done, and of how much. */
export type ReportProgress = (done: number, total: number) => void;

/** Where the files of attachments and photos are: in the backup, in a bucket that it leaves alone, or nowhere in it. */
type FilesOfBackup = "included" | "bucket" | "left out";

/** A backup that was made, as `--json` prints it. */
export interface BackupMade {
  readonly file: string;
  readonly bytes: number;
  /** ISO 8601, UTC. */
  readonly taken_at: string;
  readonly tables: number;
  readonly rows: number;
  readonly files: FilesOfBackup;
  readonly file_count: number;
  /** Files that were deleted while the backup was made, or lost before. */
  readonly files_missing: number;
  /** Whether the key for secrets is in it. */
  readonly secrets_key: boolean;
  /** Where the key is here. */
  readonly secrets_key_at: string;
}

/** A copy of the embedded server's files, as `--json` prints it. */
export interface BaseBackupMade {
  readonly directory: string;
  /** Where the log is archived; null when it is not, and the copy can only be recovered to its own moment. */
  readonly archive: string | null;
  /** The first file of the archive that it needs. */
  readonly first_file: string;
}

/** To which moment a database is recovered, and from what. */
export interface RecoveryOptions {
  readonly base: string;
  readonly archive: string;
  /** ISO 8601 with a zone, or `latest`. */
  readonly to: string;
}

/** A database that was recovered, as `--json` prints it. */
export interface Recovered {
  readonly directory: string;
  /** ISO 8601, UTC: when the last transaction that is there was committed; null when none was since the base backup. */
  readonly last_commit: string | null;
}

/** A backup that was restored, as `--json` prints it. */
export interface BackupRestored {
  readonly file: string;
  readonly taken_at: string;
  /** The release that made it. */
  readonly release: string;
  readonly into: "embedded" | "foreign";
  readonly tables: number;
  readonly rows: number;
  /** Tables in the backup that are not Roost's. */
  readonly left_out: readonly string[];
  /** Migrations that came after it. */
  readonly migrated: readonly string[];
  readonly files: FilesOfBackup;
  readonly file_count: number;
  /** Whether the secrets in it can be opened with the key that is here. */
  readonly secrets: "yes" | "no" | "none";
  readonly secrets_key_at: string;
}
