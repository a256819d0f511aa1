/** The contents of a backup in addition to the database. */
export interface BackupOptions {
  /** Includes the secrets key: anyone with the file can then decrypt the secrets. */
  readonly withSecretsKey: boolean;
  readonly withoutFiles: boolean;
}

/** Receives progress: bytes done and bytes in total. */
export type ReportProgress = (done: number, total: number) => void;

/** Whether a backup includes attachments and photos, leaves them in their bucket, or omits them. */
type FilesOfBackup = "included" | "bucket" | "left out";

/** The result of a backup, as `--json` prints it. */
export interface BackupMade {
  readonly file: string;
  readonly bytes: number;
  /** ISO 8601, UTC. */
  readonly taken_at: string;
  readonly tables: number;
  readonly rows: number;
  readonly files: FilesOfBackup;
  readonly file_count: number;
  /** Files that were deleted during the backup, or lost before it. */
  readonly files_missing: number;
  /** Whether the secrets key is included. */
  readonly secrets_key: boolean;
  /** The location of this installation's key. */
  readonly secrets_key_at: string;
}

/** A copy of the embedded server's files, as `--json` prints it. */
export interface BaseBackupMade {
  readonly directory: string;
  /** The write-ahead log's archive; null without one: the copy can then be recovered to its own moment only. */
  readonly archive: string | null;
  /** The first archive file that the copy needs. */
  readonly first_file: string;
}

/** The sources and the target time of a recovery. */
export interface RecoveryOptions {
  readonly base: string;
  readonly archive: string;
  /** ISO 8601 with a zone, or `latest`. */
  readonly to: string;
}

/** The result of a recovery, as `--json` prints it. */
export interface Recovered {
  readonly directory: string;
  /** The commit time of the last recovered transaction (ISO 8601, UTC); null for none since the base backup. */
  readonly last_commit: string | null;
}

/** The result of a restore, as `--json` prints it. */
export interface BackupRestored {
  readonly file: string;
  readonly taken_at: string;
  /** The release that made the backup. */
  readonly release: string;
  readonly into: "embedded" | "foreign";
  readonly tables: number;
  readonly rows: number;
  /** Tables in the backup that are not Roost's. */
  readonly left_out: readonly string[];
  /** Migrations applied after the restore. */
  readonly migrated: readonly string[];
  readonly files: FilesOfBackup;
  readonly file_count: number;
  /** Whether this installation's key decrypts the backup's secrets. */
  readonly secrets: "yes" | "no" | "none";
  readonly secrets_key_at: string;
}
