import { badRequest, notFound } from "../../../../kernel/errors.ts";
import { formatParameter } from "../../../../kernel/files/text-media.ts";
import { assertKnown } from "../../../../kernel/read/query.ts";
import { readRecords } from "../../../../kernel/read/read.ts";
import type { DocumentedParameters, ReadAnswer, ReadContext, ReadRequest } from "../../../../kernel/route.ts";
import { importRecord } from "./import-resource.ts";

/** The parameters of an import's wrong lines. */
export const rejectedParameters: DocumentedParameters = { format: formatParameter(["csv"]) };

/** Returns the wrong lines of an import as CSV, with a column of reasons; as JSON, imports with their problems. */
export async function readRejected(
  context: ReadContext,
  { ids = [], media, parameters }: ReadRequest,
): Promise<ReadAnswer> {
  assertKnown(parameters, Object.keys(rejectedParameters));
  const query = { fields: undefined, includes: {}, moreLinks: context.moreLinks };
  const records = await readRecords(context, importRecord, ids, query);
  const [id, ...others] = ids;
  if (records.length === 0 && others.length === 0) throw notFound();
  if (media === undefined) return { form: "all", records };
  if (others.length > 0) throw badRequest("The CSV holds the lines of one import. Name one id.");
  const [row] = await context.database.read(
    { text: "select rejected from imports where account_id = any ($1::bigint[]) and id = $2 and deleted_at is null" },
    [`{${context.caller.accounts.join(",")}}`, id],
  );
  return { form: "text", media, text: row?.[0] ?? "reasons\r\n", filename: `import_${id}_rejected.csv` };
}
