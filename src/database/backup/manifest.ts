import Type, { type Static } from "typebox";
import { Check } from "typebox/schema";
import { BackupError } from "./backup-error.ts";

/** The backup format that this release writes, and the newest that it reads. */
export const backupForm = 1;

const table = Type.Object({
  /** `public.bookings` */
  name: Type.String(),
  /** Without generated columns, in the order of the data. */
  columns: Type.Array(Type.String()),
});

/** The first entry of a backup. */
const manifest = Type.Object({
  roost: Type.Literal("backup"),
  form: Type.Integer(),
  /** The Roost release that made it. */
  release: Type.String(),
  /** The snapshot's time: ISO 8601, UTC. */
  taken_at: Type.String(),
  /** The server's version, such as `18.4`. */
  postgres: Type.String(),
  migrations: Type.Array(Type.Object({ name: Type.String(), digest: Type.String() })),
  /** Ids of the job queue library's migrations. */
  job_queue: Type.Array(Type.Integer()),
  tables: Type.Array(table),
  /** Whether attachments and photos are in the backup, stay in their bucket, or were left out by option. */
  files: Type.Union([Type.Literal("included"), Type.Literal("bucket"), Type.Literal("left out")]),
  /** Whether the backup contains the secrets key. */
  secrets_key: Type.Boolean(),
});

const summary = Type.Object({
  /** By table name. */
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

/** The last entry of a backup. */
export type Summary = Static<typeof summary>;

/** The summary of a table's rows. */
export type TableSummary = Summary["tables"][string];

/** @throws BackupError if the content is not a manifest, or if a newer release wrote it */
export function parseManifest(file: string, content: Buffer): Manifest {
  const found: unknown = JSON.parse(content.toString());
  if (typeof found === "object" && found !== null && "form" in found && Number(found.form) > backupForm) {
    throw new BackupError(`${file} was made by a newer release of Roost. Restore it with that release.`);
  }
  if (!Check(manifest, found)) throw new BackupError(`${file} is not a Roost backup.`);
  return found;
}

/** @throws BackupError */
export function parseSummary(file: string, found: unknown): Summary {
  if (!Check(summary, found)) throw new BackupError(`${file} is not a Roost backup.`);
  return found;
}
