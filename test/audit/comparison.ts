import { routes } from "../../src/app/registry.ts";
import type { RecordedTable } from "../../src/kernel/changes/recorded.ts";
import type { Resource } from "../../src/kernel/resource.ts";
import { type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { differingNights, recordedParts, replay, type ToldChange } from "./replay.ts";

/** Attributes that are shown differently than recorded, with the reason. */
const shownOtherwise: Readonly<Record<string, string>> = {
  "rentals.contact_name": "the name of the contact, where the rental names one (rentals_contact_id)",
};

/** The changed records of a resource that the API still shows. */
async function shown(client: ApiClient, { path, root, name }: Resource, ids: readonly string[]): Promise<Json[]> {
  const gets = routes.some(({ operation, resource }) => operation.kind === "get" && resource.name === name);
  if (!gets) return recordsOf(await client.get(`/${path}`), root);
  const records: Json[] = [];
  for (let from = 0; from < ids.length; from += 50) {
    const answer = await client.get(`/${path}/${ids.slice(from, from + 50).join(",")}`);
    if (answer.status === 200) records.push(...recordsOf(answer, root));
    else if (answer.status !== 404) throw new Error(`${path} was answered ${answer.status}: ${answer.text}`);
  }
  return records;
}

/** A comparison's result. */
export interface Comparison {
  readonly wrong: unknown[];
  /** The resources that had records. */
  readonly compared: ReadonlySet<string>;
  readonly records: number;
}

/**
 * Differences between replayed and shown records.
 * @param changes all changes since the first
 */
export async function compareWithHistory(
  client: ApiClient,
  tables: ReadonlyMap<string, RecordedTable>,
  changes: readonly ToldChange[],
): Promise<Comparison> {
  const replayed = replay(changes);
  const wrong: unknown[] = [];
  const compared = new Set<string>();
  let count = 0;
  for (const [name, table] of tables) {
    const records = replayed.get(name);
    for (const record of await shown(client, table.resource, [...(records?.keys() ?? [])])) {
      compared.add(name);
      count++;
      wrong.push(...differences(table, record, records?.get(String(record.id)) ?? {}));
    }
  }
  return { wrong, compared, records: count };
}

function differences(table: RecordedTable, record: Json, replayed: Json): unknown[] {
  const { name } = table.resource;
  const nights = name.endsWith("_rate_maps") ? differingNights(record, replayed) : [];
  const parts = Object.entries(recordedParts(table, record)).filter(
    ([attribute]) => !(`${name}.${attribute}` in shownOtherwise),
  );
  return parts.flatMap(([attribute, value]) => {
    // An initially empty list is not recorded.
    const expected = replayed[attribute] ?? (table.joins.some((join) => join.attribute === attribute) ? [] : null);
    const isSame = JSON.stringify(inOrder(unrated(value))) === JSON.stringify(inOrder(expected));
    return isSame ? nights : [...nights, [`${name} ${record.id} ${attribute}`, value, expected]];
  });
}

/** A review without criteria shows each criterion as null. */
const unrated = (value: unknown): unknown =>
  typeof value === "object" &&
  value !== null &&
  "communication" in value &&
  Object.values(value).every((part) => part === null)
    ? null
    : value;

/** Sorts object members into a fixed order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, inOrder(member)]));
}
