import type { Command } from "commander";
import { invalid } from "../../../kernel/errors.ts";
import { inMegabytes, showProgress } from "../terminal/progress.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import type { BackupRestored, RecoveryOptions } from "./backups.ts";

interface Options {
  readonly to?: string;
  readonly base?: string;
  readonly archive?: string;
  readonly json?: boolean;
}

const about = `Restore a backup into an empty database: that of DATABASE_URL, or a new one in ROOST_DATA_DIR.
The service must not run. The file is read to its end first; one that is broken changes nothing.
With --to, the embedded database as it was at a moment, from a base backup and the archive of ROOST_WAL_ARCHIVE.`;

/** `restore <file>` */
export function restoreCommand(parent: Command, terminal: Terminal): void {
  parent
    .command("restore")
    .description(about)
    .argument("[file]", "what backup wrote")
    .option("--to <moment>", "the moment, such as 2026-11-22T20:15:00Z, or latest")
    .option("--base <directory>", "what backup --base wrote before that moment")
    .option("--archive <directory>", "the directory that ROOST_WAL_ARCHIVE named")
    .option("--json", "print JSON")
    .action(async (file: string | undefined, options: Options) => {
      const { to, base, archive } = options;
      if (file === undefined && to !== undefined && base !== undefined && archive !== undefined)
        return printRecovered(terminal, options, { to, base, archive });
      if (file === undefined || (to ?? base ?? archive) !== undefined)
        throw invalid({ file: ["either a file must be given, or --to, --base and --archive"] });
      const progress = inMegabytes(await showProgress(terminal, { label: "restore", unit: "MB" }));
      const { installation, environment } = terminal;
      const restored = await installation.restore(environment, file, progress.update).finally(progress.end);
      print(terminal, options, { text: inWords(restored).join("\n"), json: restored });
    });
}

async function printRecovered(terminal: Terminal, options: Options, from: RecoveryOptions): Promise<void> {
  const recovered = await terminal.installation.recover(terminal.environment, from);
  const { directory, last_commit } = recovered;
  const text = [
    `The database in ${directory} is as it was at ${last_commit ?? "the end of the base backup"}, when its last transaction was committed.`,
    "Attachments and photos, and the key for secrets, must be where the settings say.",
    "An application that follows changes receives 410 and must read everything again.",
  ].join("\n");
  print(terminal, options, { text, json: recovered });
}

function inWords(restored: BackupRestored): string[] {
  const { into, rows, tables, taken_at, left_out, migrated, files, file_count } = restored;
  const where = into === "embedded" ? "the embedded database" : "the database of DATABASE_URL";
  return [
    `Restored into ${where} as it was at ${taken_at}: ${rows} rows of ${tables} tables, each compared with the backup.`,
    ...(left_out.length > 0 ? [`Left out, because they are not Roost's: ${left_out.join(", ")}.`] : []),
    ...(migrated.length > 0 ? [`Brought up to this release by ${migrated.join(", ")}.`] : []),
    files === "included"
      ? `Attachments and photos: ${file_count} files.`
      : "Attachments and photos were not in it: they must be where the settings say.",
    ...secretsLines(restored),
    "An application that follows changes receives 410 and must read everything again.",
  ];
}

function secretsLines({ secrets, secrets_key_at }: BackupRestored): string[] {
  if (secrets === "none") return [];
  if (secrets === "yes") return [`The key in ${secrets_key_at} opens its secrets.`];
  return [
    `Its secrets were encrypted under a key that is not in ${secrets_key_at}: put it there before you start Roost.`,
  ];
}
