import type { Command } from "commander";
import { invalid } from "../../../kernel/errors.ts";
import { pathParser } from "../terminal/path-parser.ts";
import { inMegabytes, showProgress } from "../terminal/progress.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import type { BackupRestored, RecoveryOptions } from "./backups.ts";

interface Options {
  readonly to?: string;
  readonly base?: string;
  readonly archive?: string;
  readonly json?: boolean;
}

const about = `Restore a backup into an empty database: DATABASE_URL, or a new one in ROOST_DATA_DIR.
Stop the service first. Roost checks the whole file before it changes anything.
With --to, recover the embedded database to a point in time, from a base backup and the archive of ROOST_WAL_ARCHIVE.`;

/** `restore <file>` */
export function restoreCommand(parent: Command, terminal: Terminal): void {
  parent
    .command("restore")
    .description(about)
    .argument("[file]", "backup file", pathParser(terminal))
    .option("--to <moment>", "target time, such as 2026-11-22T20:15:00Z, or latest")
    .option("--base <directory>", "base backup from before that time (backup --base)", pathParser(terminal))
    .option("--archive <directory>", "directory that ROOST_WAL_ARCHIVE named", pathParser(terminal))
    .option("--json", "print JSON")
    .action(async (file: string | undefined, options: Options) => {
      const { to, base, archive } = options;
      if (file === undefined && to !== undefined && base !== undefined && archive !== undefined)
        return printRecovered(terminal, options, { to, base, archive });
      if (file === undefined || (to ?? base ?? archive) !== undefined)
        throw invalid({ file: ["is required, or --to, --base and --archive together"] });
      const progress = inMegabytes(await showProgress(terminal, { label: "restore", unit: "MB" }));
      const { installation, environment } = terminal;
      const restored = await installation.restore(environment, file, progress.update).finally(progress.end);
      print(terminal, options, { text: summaryLines(restored).join("\n"), json: restored });
    });
}

async function printRecovered(terminal: Terminal, options: Options, from: RecoveryOptions): Promise<void> {
  const recovered = await terminal.installation.recover(terminal.environment, from);
  const { directory, last_commit } = recovered;
  const text = [
    `Recovered the database in ${directory} to its last commit: ${last_commit ?? "the end of the base backup"}.`,
    "Put attachments, photos and the secrets key where the settings expect them.",
    "Applications that follow changes receive 410 once and must read everything again.",
  ].join("\n");
  print(terminal, options, { text, json: recovered });
}

function summaryLines(restored: BackupRestored): string[] {
  const { into, rows, tables, taken_at, left_out, migrated, files, file_count } = restored;
  const where = into === "embedded" ? "the embedded database" : "DATABASE_URL";
  return [
    `Restored ${rows} rows of ${tables} tables as of ${taken_at} into ${where}, and verified each against the backup.`,
    ...(left_out.length > 0 ? [`Skipped tables that are not Roost's: ${left_out.join(", ")}.`] : []),
    ...(migrated.length > 0 ? [`Applied migrations: ${migrated.join(", ")}.`] : []),
    files === "included"
      ? `Restored ${file_count} attachments and photos.`
      : "The backup has no attachments or photos: put them where the settings expect them.",
    ...secretsLines(restored),
    "Applications that follow changes receive 410 once and must read everything again.",
  ];
}

function secretsLines({ secrets, secrets_key_at }: BackupRestored): string[] {
  if (secrets === "none") return [];
  if (secrets === "yes") return [`The key in ${secrets_key_at} decrypts its secrets.`];
  return [`Its secrets need a key that is not in ${secrets_key_at}: put the key there before you start Roost.`];
}
