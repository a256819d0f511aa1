import Type, { type Static } from "typebox";
import { Check } from "typebox/schema";
import { BackupError } from "./backup-error.ts";

/** The form of backups that this release writes, and the latest that it reads. */
export const backupForm = 1;

const table = Type.Object({
  /** `public.bookings` */
  name: Type.String(),
  /** Those that are stored as they are given, in the order in which they are written. */
  columns: Type.Array(Type.String()),
});

/** What stands at the beginning of a backup. */
const manifest = Type.Object({
  roost: Type.Literal("backup"),
  form: Type.Integer(),
  /** The release of Roost that made it. */
  release: Type.String(),
  /** ISO 8601, UTC: the database as it was then. */
  taken_at: Type.String(),
  /** The server's version, such as `18.4`. */
  postgres: Type.String(),
  migrations: Type.Array(Type.Object({ name: Type.String(), digest: Type.String() })),
  /** Numbers of the migrations of the job queue's own schema. */
  job_queue: Type.Array(Type.Integer()),
  tables: Type.Array(table),
  /** Attachments and photos: in the backup, in a bucket that it leaves alone, or left out as was asked. */
  files: Type.Union([Type.Literal("included"), Type.Literal("bucket"), Type.Literal("left out")]),
  /** Whether the key for secrets is in the backup. */
  secrets_key: Type.Boolean(),
});

const summary = Type.Object({
  /** By their names. */
  tables: Type.Record(
    Type.String(),
    Type.Object({ rows: Type.Integer(), bytes: Type.Integer(), digest: Type.String() }),
  ),
  sequences: Type.Array(Type.Object({ name: Type.String(), value: Type.String(), called: Type.Boolean() })),
  files: Type.Object({ count: Type.Integer(), bytes: Type.Integer(), missing: Type.Integer() }),
  sha256: Type.String(),
});

export type Manifest = Static<typeof manifest>;

/** A table in a backup. */
export interface BackedUpTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** What stands at the end of a backup. */
export type Summary = Static<typeof summary>;

/** What a backup says of a table's rows. */
export type TableSummary = Summary["tables"][string];

/** @throws BackupError for what no release of Roost has written, or a newer one */
export function parseManifest(file: string, content: Buffer): Manifest {
  const found: unknown = JSON.parse(content.toString());
  if (typeof found === "object" && found !== null && "form" in found && Number(found.form) > backupForm) {
    throw new BackupError(`${file} was made by a newer release of Roost: restore it with that one.`);
  }
  if (!Check(manifest, found)) throw new BackupError(`${file} is not a backup of Roost's.`);
  return found;
}

/** @throws BackupError */
export function parseSummary(file: string, found: unknown): Summary {
  if (!Check(summary, found)) throw new BackupError(`${file} is not a backup of Roost's.`);
  return found;
}
