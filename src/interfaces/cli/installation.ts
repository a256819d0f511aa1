import type { Distributed } from "../../database/distribute/distribute.ts";
import type { PendingMigration } from "../../database/migrate/pending-migrations.ts";
import type { OpenDatabase } from "../../database/open.ts";
import type { Secrets } from "../../kernel/access/secrets.ts";
import type { FileStore } from "../../kernel/files/files.ts";
import type { ResourceRegistry } from "../../kernel/registry.ts";
import type { Resource } from "../../kernel/resource.ts";
import type { Route } from "../../kernel/route.ts";
import type {
  BackupMade,
  BackupOptions,
  BackupRestored,
  BaseBackupMade,
  Recovered,
  RecoveryOptions,
  ReportProgress,
} from "./backup/backups.ts";

/** What came of seeding the demo: counts by what was made; the owner's password is shown this once. */
export interface SeededDemo {
  /** Undefined when there was an account already, and nothing was done. */
  readonly owner: { readonly email: string; readonly password: string } | undefined;
  readonly content: { readonly [what: string]: number };
}

/** The declarations of this release. */
export interface Registered {
  readonly registry: ResourceRegistry;
  readonly resources: readonly Resource[];
  readonly routes: readonly Route[];
}

/** How many of each a change of keys has sealed anew. */
export interface ReencryptedCounts {
  readonly payment_gateways: number;
  readonly idempotent_answers: number;
}

/** Told how much is done, and of how much. */
type ProgressListener = (done: number, total: number) => void;

type Environment = Readonly<Record<string, string | undefined>>;

/** The Roost that a command works on, as the composition root gives it. */
export interface Installation {
  /** Joins the service's database, or starts it. @throws an error that `explain` has a line for */
  open(environment: Environment, log: (line: string) => void): Promise<OpenDatabase>;
  /** One line for what is wrong with the surroundings; undefined for a mistake of ours. */
  explain(error: unknown): string | undefined;
  /** Every resource and route of the API. Loaded only when asked for. */
  registered(): Promise<Registered>;
  /** What seals secrets, as the service has it. @throws an error that `explain` has a line for */
  openSecrets(environment: Environment, database: OpenDatabase["database"]): Promise<Secrets>;
  /** Where the service keeps the bytes of files. */
  openFiles(environment: Environment): FileStore;
  /** Seals everything anew that was sealed under former keys. @param progress told how many accounts are done, and of how many */
  rotateSecrets(
    environment: Environment,
    database: OpenDatabase["database"],
    progress: ProgressListener,
  ): Promise<ReencryptedCounts>;
  /** Opens the database as `open` does, and works on jobs until the process is told to end. @param begun called once it does */
  workOnJobs(environment: Environment, log: (line: string) => void, begun: () => void): Promise<void>;
  /** Writes a backup, while the service runs or not. @throws an error that `explain` has a line for */
  backUp(environment: Environment, file: string, options: BackupOptions, report: ReportProgress): Promise<BackupMade>;
  /** Restores one into an empty database. @throws an error that `explain` has a line for */
  restore(environment: Environment, file: string, report: ReportProgress): Promise<BackupRestored>;
  /** Copies the files of the embedded server while it runs. @throws an error that `explain` has a line for */
  backUpBase(environment: Environment, directory: string): Promise<BaseBackupMade>;
  /** Recovers such a copy to a moment, into a data directory without a database. @throws an error that `explain` has a line for */
  recover(environment: Environment, options: RecoveryOptions): Promise<Recovered>;
  /** What a start would apply to the database, which is only looked at. @throws an error that `explain` has a line for */
  pendingMigrations(environment: Environment): Promise<readonly PendingMigration[]>;
  /** Takes over the database of a preview release. @returns the migrations applied now @throws an error that `explain` has a line for */
  upgradeFromPreview(environment: Environment): Promise<readonly string[]>;
  /** Spreads the database over the workers of a cluster. @throws an error that `explain` has a line for */
  distribute(environment: Environment): Promise<Distributed>;
  /** @param wanted.progress told how many bookings are made, and of how many */
  seedDemo(
    environment: Environment,
    database: OpenDatabase["database"],
    wanted: { readonly seed: number; readonly progress: ProgressListener },
  ): Promise<SeededDemo>;
}
