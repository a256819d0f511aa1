import Type from "typebox";
import { boolean, id, integer, names, oneOf, string, structure, time, timestamps } from "../../../kernel/attribute.ts";
import { signedUrl } from "../../../kernel/files/file-urls.ts";
import { owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { problem } from "../../../kernel/values/value-type.ts";
import { exportKinds } from "./export-kinds.ts";

/** The states of an export. */
export const exportStates = ["running", "done", "failed", "erased"] as const;

const state = `case when exports.finished_at is null then 'running' when exports.error is not null then 'failed'
  when exports.stored_file_id is null then 'erased' else 'done' end`;

/** A file of an archive, or a directory of documents. */
export interface ArchivedFile {
  /** Ends with a slash for a directory. */
  readonly name: string;
  readonly kind: string;
  /** The lines of a file, or the files of a directory. */
  readonly lines: number;
  readonly bytes: number;
}

const fileSchema = Type.Object({
  name: Type.String(),
  kind: Type.String(),
  lines: Type.Integer(),
  bytes: Type.Integer(),
});

const isList = (candidate: unknown): candidate is readonly unknown[] => Array.isArray(candidate);

const files = () =>
  structure<readonly unknown[]>({
    title: "Array",
    schema: Type.Array(fileSchema),
    accept: () => problem("is read-only"),
    isValue: isList,
  });

/** An archive of an account's records that an import reads back (docs/guides/export.md). */
export const accountExport = defineResource("exports", {
  singular: "export",
  description:
    "An archive of the account's records: for each kind one CSV file and one file of JSON lines, which POST /imports reads back. Invoices have their PDF and UBL files too, and are not read back. A job writes it soon after the response. It is erased after seven days, or when a guest is erased. Only the application that created it and the account's own people see it.",
  readScopes: ["exports_write"],
  attributes: {
    id: id(),
    kinds: names("kind")
      .neverNull()
      .onCreationOnly()
      .description(`The kinds of records: ${exportKinds.join(", ")}. Defaults to all that the caller can read.`),
    byte_order_mark: boolean()
      .neverNull()
      .onCreationOnly()
      .description("Whether the CSV files begin with a byte order mark, for spreadsheets that need one."),
    state: oneOf(exportStates)
      .from(state)
      .present()
      .description("running, done, failed (see error), or erased when the archive no longer exists."),
    records_count: integer().unrecorded().readOnly().present().description("The number of records to export."),
    processed_count: integer().unrecorded().readOnly().present().description("The number of records written so far."),
    files: files()
      .unrecorded()
      .readOnly()
      .present()
      .description(
        "The archive's files, with their numbers of lines and their bytes before compression. invoices/ is a directory: lines counts its files.",
      ),
    archive_url: string()
      .from(signedUrl("exports", "stored_file_id"))
      .description(
        "The download URL of the zip archive, valid for about a day without a token: anyone with the URL can use it. Null unless done.",
      ),
    archive_size: integer()
      .from(
        "(select stored_files.bytes from stored_files where stored_files.account_id = :account_of(exports) and stored_files.id = exports.stored_file_id)",
      )
      .description("The archive's size in bytes; null unless done."),
    error: string().unrecorded().readOnly().description("Why the export failed; null if it did not."),
    finished_at: time().unrecorded().readOnly().description("When it ended; null while it is running."),
    expires_at: time().unrecorded().readOnly().description("When the archive is erased; null unless done."),
    ...timestamps(),
  },
  relations: { account: owner() },
  // Its archive holds what its creator reads, which another application may not.
  visible: "exports.created_by_application_id = :application or :of_account",
});
