import { isObject } from "../../../../kernel/values/structure.ts";
import { client } from "../../../stays/clients/client.ts";
import { addressGroup, type DetailGroup, emailGroup, phoneGroup } from "../../../stays/clients/detail-groups.ts";
import { columnsOf, valuesOf } from "./columns.ts";
import { batchSize, type ExportScope, type Line, type LineSource, pages, recordsById } from "./line-source.ts";

/** `fullname` follows from the other two. The lists have their own columns. */
const omitted = new Set(["fullname", "emails", "phones", "addresses"]);

const addressColumns = ["address1", "address2", "city", "state", "zip", "country_code"];

/** The account's guests. Erased and merged ones are left out. */
export async function clientLines(scope: ExportScope): Promise<LineSource> {
  const { account, locales } = scope;
  const { database } = scope.snapshot;
  const columns = columnsOf(client, locales, omitted);
  const attributes = ["emails", "phones", "addresses", ...columns.map(({ attribute }) => attribute)];
  const counted = await database.row<{ count: number }>(
    "select count(*) as count from clients where account_id = $1 and forget_me_at is null and merged_at is null",
    [account],
  );
  const page = (after: number) =>
    database.rows<{ id: number }>(
      `select id from clients where account_id = $1 and id > $2 and forget_me_at is null and merged_at is null
       order by id limit $3`,
      [account, after, batchSize],
    );
  const batches = async function* () {
    for await (const rows of pages(page)) {
      const ids = rows.map(({ id }) => id);
      const records = await recordsById(scope, client, ids, attributes);
      const lines = ids.flatMap((id) => {
        const record = records.get(String(id));
        return record ? [{ external_reference: String(id), ...valuesOf(record, columns), ...detailsIn(record) }] : [];
      });
      yield { records: rows.length, lines };
    }
  };
  return {
    kind: "clients",
    columns: [
      "external_reference",
      ...columns.map(({ name }) => name),
      ...["email", "phone", ...addressColumns, "emails", "phones", "addresses"],
    ],
    records: counted?.count ?? 0,
    batches: batches(),
  };
}

/** A single element goes to columns that people read; several go to the list's own column as JSON. */
function detailsIn(record: Line): Line {
  return {
    ...detailIn(record, emailGroup, { email: "email" }),
    ...detailIn(record, phoneGroup, { number: "phone" }),
    ...detailIn(record, addressGroup, Object.fromEntries(addressColumns.map((name) => [name, name]))),
  };
}

function detailIn(record: Line, group: DetailGroup, columns: Readonly<Record<string, string>>): Line {
  const list = record[group.name];
  const elements = Array.isArray(list)
    ? list.map((element) => written(element, group)).filter((element) => element !== undefined)
    : [];
  const [first, ...others] = elements;
  if (!first) return {};
  const { label, ...values } = first;
  const fits = others.length === 0 && label === "default" && Object.keys(values).every((name) => columns[name]);
  if (!fits) return { [group.name]: elements };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [columns[name], value]));
}

/** An element's values as a write takes them; undefined for a removed one. */
function written(element: unknown, { texts }: DetailGroup): Line | undefined {
  if (!isObject(element) || (element.canceled_at ?? null) !== null) return undefined;
  const names = Object.keys(texts).filter((name) => (element[name] ?? "") !== "");
  return Object.fromEntries(names.map((name) => [name, element[name]]));
}
