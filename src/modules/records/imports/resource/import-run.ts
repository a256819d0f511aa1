import type { AccountScope } from "../../../../database/sql/account-scope.ts";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import { publishChange } from "../../../../kernel/changes/publish-change.ts";
import type { Mapping } from "../mapping.ts";
import type { ProfileName } from "../profiles/profile-names.ts";
import type { ImportKind } from "../source-line.ts";
import type { ImportState } from "./import-resource.ts";

/** An import whose run has begun. */
export interface ImportRun {
  readonly id: number;
  /** A later change of the import replaces the run. */
  readonly revision: number;
  readonly kind: ImportKind;
  readonly state: "checking" | "applying";
  readonly skipWrong: boolean;
  /** Null: the file's header decides. */
  readonly mapping: Mapping | null;
  readonly profile: ProfileName | null;
  /** Of the file in the store. */
  readonly fileKey: string | null;
  readonly application: number;
  readonly user: number | null;
}

/** The values that a run saves. Absent parts stay. */
export interface RunUpdate {
  readonly state?: ImportState;
  readonly error?: string | null;
  readonly mapping?: Mapping;
  readonly profile?: ProfileName | null;
  readonly lines?: number;
  readonly report?: Readonly<Record<string, unknown>>;
  readonly rejected?: string | null;
  /** Epoch milliseconds. */
  readonly appliedAt?: number;
}

interface RunScope {
  readonly scope: AccountScope;
  readonly account: { readonly id: number };
}

/** Reads an import that waits for a run. Undefined if a run is no longer requested. */
export async function startedRun({ scope, account }: RunScope, id: number): Promise<ImportRun | undefined> {
  return scope.transaction(
    (transaction) =>
      transaction.row<ImportRun>(
        `select imports.id, imports.revision, imports.kind, imports.state, imports.skip_wrong as "skipWrong", imports.mapping,
           imports.profile, stored_files.key as "fileKey", imports.created_by_application_id as application,
           imports.created_by_user_id as user
         from imports left join stored_files on stored_files.account_id = $1 and stored_files.id = imports.stored_file_id
         where imports.account_id = $1 and imports.id = $2 and imports.state in ('checking', 'applying')`,
        [account.id, id],
      ),
    "read",
  );
}

/** Saves a run's progress or end, unless the run was replaced. @returns whether it was saved */
export async function saveRun(context: RunScope, run: ImportRun, update: RunUpdate): Promise<boolean> {
  return context.scope.transaction((transaction) => saveRunIn(transaction, context.account, run, update));
}

/** The same within a transaction. */
export async function saveRunIn(
  transaction: Transaction,
  account: { readonly id: number },
  { id, revision, state }: ImportRun,
  update: RunUpdate,
): Promise<boolean> {
  const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));
  const saved = await transaction.run(
    `update imports set state = $5, error = $6, mapping = coalesce($7::jsonb, mapping), profile = coalesce($8, profile),
       lines_count = coalesce($9, lines_count), report = coalesce($10::jsonb, report), rejected = $11,
       applied_at = to_timestamp($12::double precision / 1000), updated_at = statement_timestamp()
     where account_id = $1 and id = $2 and revision = $3 and state = $4`,
    [
      account.id,
      id,
      revision,
      state,
      update.state ?? state,
      update.error ?? null,
      json(update.mapping),
      update.profile ?? null,
      update.lines ?? null,
      json(update.report),
      update.rejected ?? null,
      update.appliedAt ?? null,
    ],
  );
  const isEnd = update.state === "applied" || update.state === "failed";
  if (saved > 0 && isEnd) {
    const changes = { state: [state, update.state] } as const;
    await publishChange({ transaction, account }, { resource: "imports", id, operation: "finished", changes });
  }
  return saved > 0;
}

/** Lines between two notes of a run's progress. */
const notedEvery = 500;

/** Notes a run's progress outside its transaction, at most one note at a time. */
export function notedProgress({ scope, account }: RunScope, { id, revision }: ImportRun): (done: number) => void {
  let noting = false;
  return (done) => {
    if (noting || done % notedEvery !== 0) return;
    noting = true;
    const note = scope.transaction((transaction) =>
      transaction.run(
        "update imports set processed_count = $4, updated_at = statement_timestamp() where account_id = $1 and id = $2 and revision = $3",
        [account.id, id, revision, done],
      ),
    );
    // The progress is for people: the run itself meets a database that is gone.
    void note.catch(() => undefined).then(() => (noting = false));
  };
}
