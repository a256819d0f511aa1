import { rental } from "../../../property/rentals/rental.ts";
import { columnsOf, valuesOf } from "./columns.ts";
import { batchSize, type ExportScope, type LineSource, pages, recordsById } from "./line-source.ts";

/** The account's rentals. */
export async function rentalLines(scope: ExportScope): Promise<LineSource> {
  const { account, locales } = scope;
  const { database } = scope.snapshot;
  const columns = columnsOf(rental, locales);
  const attributes = columns.map(({ attribute }) => attribute);
  const counted = await database.row<{ count: number }>(
    "select count(*) as count from rentals where account_id = $1 and deleted_at is null",
    [account],
  );
  const page = (after: number) =>
    database.rows<{ id: number }>(
      "select id from rentals where account_id = $1 and id > $2 and deleted_at is null order by id limit $3",
      [account, after, batchSize],
    );
  const batches = async function* () {
    for await (const rows of pages(page)) {
      const ids = rows.map(({ id }) => id);
      const records = await recordsById(scope, rental, ids, attributes);
      const lines = ids.flatMap((id) => {
        const record = records.get(String(id));
        return record ? [{ external_reference: String(id), ...valuesOf(record, columns) }] : [];
      });
      yield { records: rows.length, lines };
    }
  };
  return {
    kind: "rentals",
    columns: ["external_reference", ...columns.map(({ name }) => name)],
    records: counted?.count ?? 0,
    batches: batches(),
  };
}
