import { notFound } from "../../../kernel/errors.ts";
import { liveCondition } from "../../../kernel/read/columns.ts";
import { accountCondition, parameterTypes } from "../../../kernel/read/filter/conditions.ts";
import { bind, numberParameters } from "../../../kernel/read/parameters.ts";
import { assertKnown } from "../../../kernel/read/query.ts";
import type { ReadAnswer, ReadContext, ReadRequest } from "../../../kernel/route.ts";
import { rental } from "./rental.ts";
import { rentalMeta } from "./rental-meta.ts";

/**
 * Returns when each rental last changed, for all of the caller's rentals or the named ones (conventions.md, Resources beyond the
 * registry). A single unknown id is 404.
 */
export async function readRentalsMeta(
  { database, caller }: ReadContext,
  { ids, parameters }: ReadRequest,
): Promise<ReadAnswer> {
  assertKnown(parameters, []);
  const oneAccount = caller.accounts.length === 1;
  const conditions = [accountCondition(rental, oneAccount), liveCondition(rental) ?? "true"];
  if (caller.publishedOnly && rental.published !== undefined) conditions.push(rental.published);
  if (ids) conditions.push("rentals.id = any(:ids)");
  const statement = numberParameters(
    `select rentals.id, rentals.updated_at from rentals where ${conditions.join(" and ")} order by rentals.id`,
    parameterTypes(rental, oneAccount),
  );
  const values = new Map<string, unknown>([
    ["account", caller.accounts[0]],
    ["accounts", `{${caller.accounts.join(",")}}`],
    ["ids", ids && `{${ids.join(",")}}`],
  ]);
  const rows = await database.read({ text: statement.text }, bind(statement, values));
  if (ids?.length === 1 && rows.length === 0) throw notFound();
  const { type } = rentalMeta.attributes.updated_at;
  const records = new Map(rows.map(([id, time]) => [id, `{"id":${id},"updated_at":${type.toJson(time ?? "")}}`]));
  // Keep the order of the request.
  const shown = ids ? ids.flatMap((id) => records.get(String(id)) ?? []) : [...records.values()];
  return { form: "all", records: shown };
}
