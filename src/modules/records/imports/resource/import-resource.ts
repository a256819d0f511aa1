import { boolean, id, integer, oneOf, storedFile, string, time, timestamps } from "../../../../kernel/attribute.ts";
import { owner } from "../../../../kernel/relation.ts";
import { defineResource } from "../../../../kernel/resource.ts";
import { maxFileBytes } from "../../../platform/files/upload.ts";
import { profileNames } from "../profiles/profile-names.ts";
import { importKinds } from "../source-line.ts";
import {
  columnSchema,
  firstLineSchema,
  lineProblemSchema,
  mappingAttribute,
  reportedList,
  reportedObject,
  sampleSchema,
} from "./import-values.ts";

/** The states of an import. */
export const importStates = ["checking", "needs_mapping", "checked", "applying", "applied", "failed"] as const;
export type ImportState = (typeof importStates)[number];

/** Days for which an import keeps its file. */
export const keptDays = 14;

/** SQL: a column of the import's file; null once it is erased. */
const ofFile = (column: string): string =>
  `(select stored_files.${column} from stored_files
    where stored_files.account_id = :account_of(imports) and stored_files.id = imports.stored_file_id)`;

const reported = (name: string): string => `imports.report -> '${name}'`;

const count = (name: string) => integer().from(`coalesce((imports.report ->> '${name}')::integer, 0)`).present();

const erased = "Null once the file is erased.";

/** A file to import (docs/guides/import.md). */
export const importRecord = defineResource("imports", {
  singular: "import",
  description:
    "A file to import: rentals, clients, bookings, payments or rates, as CSV or JSON lines. Roost first shows what it understood and what would change; applying it changes all, or nothing. Only the application that created it and the account's own people see it.",
  readScopes: ["imports_write"],
  uncached: true,
  recorded: false,
  attributes: {
    id: id(),
    kind: oneOf(importKinds).required().description("The kind of records in the file."),
    state: oneOf(importStates)
      .readOnly()
      .present()
      .description(
        "checking: the dry run waits or runs. needs_mapping: columns are neither mapped nor ignored. checked: see the report, then apply. applying: the import waits or runs. applied: done. failed: see error.",
      ),
    file: storedFile(maxFileBytes)
      .onCreationOnly()
      .description("The file, as a form part or in base64. At most 25 MiB."),
    file_name: string().from(ofFile("name")).description(`The file's name. ${erased}`),
    file_size: integer().from(ofFile("bytes")).description(`The file's size in bytes. ${erased}`),
    dry_run: boolean()
      .presentOrAbsent()
      .onCreationOnly()
      .description("Whether only to check the file, and to wait for apply. Defaults to true."),
    skip_wrong: boolean()
      .presentOrAbsent()
      .description("Whether to import the other lines if some are wrong. Defaults to false."),
    profile: oneOf(profileNames)
      .persistedByOperation()
      .description("The system that wrote the file, recognized by its header; it fills the mapping. Null for none."),
    mapping: mappingAttribute()
      .persistedByOperation()
      .description(
        "How the file's columns, values, dates and numbers are read: as written, or else the profile's. Writing it replaces it as a whole and repeats the dry run. A form sends JSON text.",
      ),
    encoding: string().from("imports.report ->> 'encoding'").description("The file's encoding; null until it is read."),
    delimiter: string()
      .from("imports.report ->> 'delimiter'")
      .description("The delimiter of the file's columns; null for JSON lines, and until it is read."),
    columns: reportedList(columnSchema)
      .from(reported("columns"))
      .description(
        `The file's columns: the attribute that each fills (null: neither mapped nor ignored), how it is read, and its first values. ${erased}`,
      ),
    attributes: reportedList({ type: "string" })
      .from(reported("attributes"))
      .description("The attributes that a column can fill; null until the file is read."),
    lines_count: integer().readOnly().description("The lines of the file; null until it is read."),
    processed_count: integer().readOnly().present().description("The lines that the current run has processed."),
    created_count: count("created").description("Records that the import creates, or has created."),
    updated_count: count("updated").description("Records that it changes, or has changed."),
    unchanged_count: count("unchanged").description("Records that already match the file."),
    wrong_count: count("wrong").description("Lines that cannot be imported; see problems."),
    clients_count: count("clients").description("Clients that it creates for bookings."),
    forgotten_count: count("forgotten").description("Guests whom it leaves out because they were forgotten."),
    first_lines: reportedList(firstLineSchema)
      .from(reported("first_lines"))
      .description(`The first ten lines, raw and as interpreted. ${erased}`),
    sample: reportedObject(sampleSchema)
      .from(`nullif(${reported("sample")}, 'null')`)
      .description(
        `Bookings only: the first and the last stays, the range of arrivals, sums by currency (null: the rental's) and stays of more than 60 nights. ${erased}`,
      ),
    problems: reportedList(lineProblemSchema)
      .from(reported("problems"))
      .description(`The first hundred problems, by line and column (null: the whole line). ${erased}`),
    warnings: reportedList(lineProblemSchema)
      .from(reported("warnings"))
      .description(`What to check: rows that were left out, long stays, forgotten guests. ${erased}`),
    error: string().readOnly().description("Why the file could not be read or imported; null if it could."),
    applied_at: time().readOnly().description("When it was applied; null if it was not."),
    expires_at: time()
      .from(`case when imports.stored_file_id is not null then imports.created_at + interval '${keptDays} days' end`)
      .description("When its file is erased; earlier when a guest is forgotten. Null once it is erased."),
    ...timestamps(),
  },
  relations: { account: owner() },
  derivedEvents: [
    { type: "import.finished", description: "An import was applied, or failed; see changes.state and the import." },
  ],
  deletion: { column: "deleted_at", singleRead: "hidden" },
  // Its lines hold guests' data, which another application may not read.
  visible: "imports.created_by_application_id = :application or :of_account",
});
