import type { Command } from "commander";
import { invalid } from "../../../kernel/errors.ts";
import { pathParser } from "../terminal/path-parser.ts";
import { inMegabytes, showProgress } from "../terminal/progress.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import type { BackupMade } from "./backups.ts";

interface Options {
  readonly base?: string;
  readonly withSecretsKey?: boolean;
  readonly withoutFiles?: boolean;
  readonly json?: boolean;
}

const about = `Write a consistent snapshot of the database, with attachments and photos, to one file (docs/operate/backup.md).
The service can keep running. Files in a bucket are not included, nor is the secrets key without --with-secrets-key.`;

/** `backup <file>` */
export function backupCommand(parent: Command, terminal: Terminal): void {
  parent
    .command("backup")
    .description(about)
    .argument("[file]", "new file, such as roost-2026-11-22.backup", pathParser(terminal))
    .option(
      "--base <directory>",
      "copy the embedded server's files to a new directory instead, for restore --to",
      pathParser(terminal),
    )
    .option("--with-secrets-key", "include the secrets key: anyone with the file can then decrypt the secrets")
    .option("--without-files", "leave out attachments and photos")
    .option("--json", "print JSON")
    .action(async (file: string | undefined, options: Options) => {
      const { installation, environment } = terminal;
      if (file === undefined && options.base !== undefined) return printBase(terminal, options, options.base);
      if (file === undefined || options.base !== undefined)
        throw invalid({ file: ["is required, or --base; use one of the two"] });
      const { withSecretsKey = false, withoutFiles = false } = options;
      const progress = inMegabytes(await showProgress(terminal, { label: "backup", unit: "MB" }));
      const made = await installation
        .backUp(environment, file, { withSecretsKey, withoutFiles }, progress.update)
        .finally(progress.end);
      print(terminal, options, { text: summaryLines(made).join("\n"), json: made });
    });
}

async function printBase(terminal: Terminal, options: Options, directory: string): Promise<void> {
  const made = await terminal.installation.backUpBase(terminal.environment, directory);
  const text = [
    `Copied the embedded server's files to ${made.directory}, without attachments, photos or the secrets key.`,
    made.archive === null
      ? "The server does not archive its write-ahead log: the copy can be recovered to this moment only. Start Roost with ROOST_WAL_ARCHIVE."
      : `With the archive in ${made.archive} from ${made.first_file} on, the copy can be recovered to any later moment.`,
  ].join("\n");
  print(terminal, options, { text, json: made });
}

function summaryLines(made: BackupMade): string[] {
  return [
    `Backed up ${made.rows} rows of ${made.tables} tables as of ${made.taken_at} to ${made.file} (${megabytes(made.bytes)} MB).`,
    ...filesLines(made),
    made.secrets_key
      ? "It includes the secrets key: protect the file."
      : `It does not include the secrets key: keep a copy of ${made.secrets_key_at} elsewhere. Without the key, the backup's secrets are lost.`,
  ];
}

function filesLines({ files, file_count, files_missing }: BackupMade): string[] {
  if (files === "bucket") return ["Attachments and photos are in the bucket: back it up separately."];
  if (files === "left out") return ["It does not include attachments or photos."];
  const missing = files_missing > 0 ? [`Missing from the file store: ${files_missing} files.`] : [];
  return [`It includes ${file_count} attachments and photos.`, ...missing];
}

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);
