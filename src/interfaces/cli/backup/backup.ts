import type { Command } from "commander";
import { invalid } from "../../../kernel/errors.ts";
import { inMegabytes, showProgress } from "../terminal/progress.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import type { BackupMade } from "./backups.ts";

interface Options {
  readonly base?: string;
  readonly withSecretsKey?: boolean;
  readonly withoutFiles?: boolean;
  readonly json?: boolean;
}

const about = `Write the whole database as it is at this moment into one file, with the files of attachments and photos (docs/operations.md, Backup).
The service may run meanwhile. Files in a bucket are left alone, and so is the key for secrets unless it is asked for.`;

/** `backup <file>` */
export function backupCommand(parent: Command, terminal: Terminal): void {
  parent
    .command("backup")
    .description(about)
    .argument("[file]", "a new file, such as roost-2026-11-22.backup")
    .option("--base <directory>", "copy the embedded server's files into a new directory instead, for restore --to")
    .option("--with-secrets-key", "put the key for secrets into it: whoever has the file can then open them")
    .option("--without-files", "leave attachments and photos out")
    .option("--json", "print JSON")
    .action(async (file: string | undefined, options: Options) => {
      const { installation, environment } = terminal;
      if (file === undefined && options.base !== undefined) return printBase(terminal, options, options.base);
      if (file === undefined || options.base !== undefined)
        throw invalid({ file: ["either a file or --base must be given"] });
      const { withSecretsKey = false, withoutFiles = false } = options;
      const progress = inMegabytes(await showProgress(terminal, { label: "backup", unit: "MB" }));
      const made = await installation
        .backUp(environment, file, { withSecretsKey, withoutFiles }, progress.update)
        .finally(progress.end);
      print(terminal, options, { text: inWords(made).join("\n"), json: made });
    });
}

async function printBase(terminal: Terminal, options: Options, directory: string): Promise<void> {
  const made = await terminal.installation.backUpBase(terminal.environment, directory);
  const text = [
    `The embedded server's files are in ${made.directory}. Attachments, photos and the key for secrets are not.`,
    made.archive === null
      ? "Its log is not archived (ROOST_WAL_ARCHIVE): it can be recovered to this moment alone."
      : `With what is archived in ${made.archive} from ${made.first_file} on, it can be recovered to any later moment.`,
  ].join("\n");
  print(terminal, options, { text, json: made });
}

function inWords(made: BackupMade): string[] {
  return [
    `The database as it was at ${made.taken_at}, ${made.rows} rows of ${made.tables} tables, is in ${made.file} (${megabytes(made.bytes)} MB).`,
    ...filesLines(made),
    made.secrets_key
      ? "The key for secrets is in it: keep it where nobody reads it."
      : `The key for secrets is not in it: keep ${made.secrets_key_at} as well, in another place. Without it, secrets in the backup are lost.`,
  ];
}

function filesLines({ files, file_count, files_missing }: BackupMade): string[] {
  if (files === "bucket") return ["Attachments and photos are in the bucket, which has to be backed up by itself."];
  if (files === "left out") return ["Attachments and photos are not in it."];
  const missing = files_missing > 0 ? [`Not in the store (any more): ${files_missing} files.`] : [];
  return [`Attachments and photos are in it, ${file_count} files.`, ...missing];
}

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);
