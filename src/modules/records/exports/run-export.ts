import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Type from "typebox";
import { dayOfInstant, formatDay } from "../../../core/day.ts";
import { StoredFile } from "../../../kernel/files/files.ts";
import { defineJob, type JobContext } from "../../../kernel/write/jobs/job.ts";
import { administrator } from "../../platform/access/administrator.ts";
import { storeFile } from "../../platform/files/store-file.ts";
import type { ExportKind } from "./export-kinds.ts";
import { failExport, finishExport, type WrittenArchive } from "./finish-export.ts";
import { writeArchive } from "./write-archive.ts";
import { writeSnapshot } from "./write-snapshot.ts";

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
  const { scope, account, queries, files: store, signal, now } = context;
  const today = dayOfInstant(now);
  const { id, kinds, byte_order_mark: byteOrderMark, of_account: ofAccount } = requested;
  const written = await writeSnapshot({
    ...{ scope, queries, signal, kinds, byteOrderMark, directory, today },
    caller: { ...administrator(account), ofAccount },
    progress: (done, total) => noteProgress(context, id, done, total),
  });
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

async function noteProgress({ scope, account }: JobContext, id: number, done: number, total: number): Promise<void> {
  await scope.transaction((transaction) =>
    transaction.run(
      `update exports set processed_count = $3, records_count = $4, updated_at = statement_timestamp()
       where account_id = $1 and id = $2`,
      [account, id, done, total],
    ),
  );
}
