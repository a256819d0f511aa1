import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Type from "typebox";
import { dayOfInstant, formatDay } from "../../../core/day.ts";
import { StoredFile } from "../../../kernel/files/files.ts";
import { inSnapshot } from "../../../kernel/read/visible/read-scope.ts";
import { defineJob, type JobContext } from "../../../kernel/write/jobs/job.ts";
import { administrator } from "../../platform/access/administrator.ts";
import { storeFile } from "../../platform/files/store-file.ts";
import type { ArchivedFile } from "./account-export.ts";
import type { ExportKind } from "./export-kinds.ts";
import { countForgotten, failExport, finishExport, type WrittenArchive } from "./finish-export.ts";
import { linesOf } from "./lines/lines-of.ts";
import { writeArchive } from "./write-archive.ts";
import { writeFiles } from "./write-files.ts";

/** A requested export. */
interface RequestedExport {
  readonly id: number;
  readonly kinds: readonly ExportKind[];
  readonly byte_order_mark: boolean;
  readonly of_account: boolean;
}

/** Writes an export's archive. Its records are one snapshot of the account. */
export const runExport = defineJob("run export", {
  lane: "imports and exports",
  payload: Type.Object({ export: Type.Integer() }),
  attempts: 4,
  async run(context, { export: id }) {
    const { scope, account } = context;
    const requested = await scope.transaction((transaction) =>
      transaction.row<RequestedExport>(
        `select id, kinds, byte_order_mark, of_account from exports
         where account_id = $1 and id = $2 and finished_at is null`,
        [account, id],
      ),
    );
    if (!requested) return;
    const directory = await mkdtemp(join(tmpdir(), "roost-export-"));
    try {
      await finishExport(context, id, await archiveOf(context, requested, directory));
    } catch (error) {
      if (context.last) await failExport(context, id);
      throw error;
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
});

/** Writes the files, packs them and stores the archive. */
async function archiveOf(context: JobContext, requested: RequestedExport, directory: string): Promise<WrittenArchive> {
  const { scope, account, files: store, now } = context;
  const today = dayOfInstant(now);
  const written = await writeSnapshot(context, requested, directory, today);
  const path = join(directory, "archive.zip");
  await writeArchive(
    path,
    directory,
    written.files.map(({ name }) => name),
  );
  const file = await storeFile(
    { scope, account: { id: account }, files: store },
    { path, name: `roost-export-${formatDay(today)}.zip` },
  );
  if (!(file instanceof StoredFile)) throw new Error(`The archive cannot be stored: it ${file.problem}.`);
  return { ...written, file: file.id };
}

async function writeSnapshot(
  context: JobContext,
  { id, kinds, byte_order_mark: byteOrderMark, of_account: ofAccount }: RequestedExport,
  directory: string,
  today: number,
): Promise<{ readonly files: readonly ArchivedFile[]; readonly forgotten: number }> {
  const { scope, account, queries, signal } = context;
  const caller = { ...administrator(account), ofAccount };
  return inSnapshot({ database: scope, queries, caller }, async (snapshot) => {
    const forgotten = await countForgotten(snapshot.database, account);
    const sources = await linesOf({ snapshot, account, today }, kinds);
    const total = sources.reduce((sum, { records }) => sum + records, 0);
    const progress = (done: number): Promise<void> => noteProgress(context, id, done, total);
    return { files: await writeFiles(sources, { directory, byteOrderMark, progress, signal }), forgotten };
  });
}

async function noteProgress({ scope, account }: JobContext, id: number, done: number, total: number): Promise<void> {
  await scope.transaction((transaction) =>
    transaction.run(
      `update exports set processed_count = $3, records_count = $4, updated_at = statement_timestamp()
       where account_id = $1 and id = $2`,
      [account, id, done, total],
    ),
  );
}
