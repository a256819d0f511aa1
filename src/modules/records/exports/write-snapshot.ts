import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { Caller } from "../../../kernel/access/caller.ts";
import type { QueryCache } from "../../../kernel/read/query-cache.ts";
import { inSnapshot } from "../../../kernel/read/visible/read-scope.ts";
import type { ArchivedFile } from "./account-export.ts";
import type { ExportKind } from "./export-kinds.ts";
import { countForgotten } from "./forgotten.ts";
import { linesOf } from "./lines/lines-of.ts";
import { type FileOptions, writeFiles } from "./write-files.ts";

/** An export's content, and its reader. */
export interface SnapshotOptions extends Omit<FileOptions, "progress"> {
  readonly scope: AccountScope;
  readonly queries: QueryCache;
  readonly caller: Caller;
  readonly kinds: readonly ExportKind[];
  /** An epoch day. */
  readonly today: number;
  /** Receives the numbers of records written so far and in all. */
  readonly progress: (done: number, total: number) => Promise<void>;
}

/** The written files, and the number of erased guests that the snapshot knew. */
export interface WrittenFiles {
  readonly files: readonly ArchivedFile[];
  readonly forgotten: number;
}

/** Writes the files of an account's kinds from one snapshot. */
export function writeSnapshot(options: SnapshotOptions): Promise<WrittenFiles> {
  const { scope, queries, caller, kinds, today, progress, ...files } = options;
  const [account] = caller.accounts;
  return inSnapshot({ database: scope, queries, caller }, async (snapshot) => {
    const forgotten = await countForgotten(snapshot.database, account);
    const sources = await linesOf({ snapshot, account, today }, kinds);
    const total = sources.reduce((sum, { records }) => sum + records, 0);
    return { files: await writeFiles(sources, { ...files, progress: (done) => progress(done, total) }), forgotten };
  });
}
