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

/** The result of seeding the demo: record counts and the owner, whose password is available only now. */
export interface SeededDemo {
  /** Undefined when the database already had an account and was left unchanged. */
  readonly owner: { readonly email: string; readonly password: string } | undefined;
  readonly content: { readonly [what: string]: number };
}

/** This release's declarations. */
export interface Registered {
  readonly registry: ResourceRegistry;
  readonly resources: readonly Resource[];
  readonly routes: readonly Route[];
}

/** The number of re-encrypted rows of each kind. */
export interface ReencryptedCounts {
  readonly payment_gateways: number;
  readonly idempotent_answers: number;
}

/** Receives progress: units done and units in total. */
type ProgressListener = (done: number, total: number) => void;

type Environment = Readonly<Record<string, string | undefined>>;

/** The Roost installation that a command works on. The composition root provides it. */
export interface Installation {
  /** Connects to the service's database, or starts it. @throws an error that `explain` covers */
  open(environment: Environment, log: (line: string) => void): Promise<OpenDatabase>;
  /** @returns one line for an error in the environment; undefined for a bug */
  explain(error: unknown): string | undefined;
  /** Loads every resource and route of the API on demand. */
  registered(): Promise<Registered>;
  /** Opens the service's secrets. @throws an error that `explain` covers */
  openSecrets(environment: Environment, database: OpenDatabase["database"]): Promise<Secrets>;
  /** Opens the service's file store. */
  openFiles(environment: Environment): FileStore;
  /** Re-encrypts everything that previous keys encrypted. @param progress receives the number of accounts done and in total */
  rotateSecrets(
    environment: Environment,
    database: OpenDatabase["database"],
    progress: ProgressListener,
  ): Promise<ReencryptedCounts>;
  /** Opens the database as `open` does and runs jobs until a signal ends the process. @param begun called once jobs run */
  workOnJobs(environment: Environment, log: (line: string) => void, begun: () => void): Promise<void>;
  /** Writes a backup, whether or not the service runs. @throws an error that `explain` covers */
  backUp(environment: Environment, file: string, options: BackupOptions, report: ReportProgress): Promise<BackupMade>;
  /** Restores a backup into an empty database. @throws an error that `explain` covers */
  restore(environment: Environment, file: string, report: ReportProgress): Promise<BackupRestored>;
  /** Copies the embedded server's files while it runs. @throws an error that `explain` covers */
  backUpBase(environment: Environment, directory: string): Promise<BaseBackupMade>;
  /** Recovers a base backup to a point in time, into a data directory without a database. @throws an error that `explain` covers */
  recover(environment: Environment, options: RecoveryOptions): Promise<Recovered>;
  /** Lists the migrations that a start would apply, without changing anything. @throws an error that `explain` covers */
  pendingMigrations(environment: Environment): Promise<readonly PendingMigration[]>;
  /** Upgrades a preview release's database. @returns the migrations applied now @throws an error that `explain` covers */
  upgradeFromPreview(environment: Environment): Promise<readonly string[]>;
  /** Distributes the database over a cluster's workers. @throws an error that `explain` covers */
  distribute(environment: Environment): Promise<Distributed>;
  /** Seeds the demo into an empty database. @param options.progress receives the number of bookings made and in total */
  seedDemo(
    environment: Environment,
    database: OpenDatabase["database"],
    options: { readonly seed: number; readonly progress: ProgressListener },
  ): Promise<SeededDemo>;
}
