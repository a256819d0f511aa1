import type { RecordId } from "../key.ts";
import type { Resource } from "../resource.ts";
import { readRecordsById } from "./read.ts";
import type { ReadScope } from "./visible/read-scope.ts";

/** A record of one of several resources. */
export interface NamedRecord {
  readonly resource: Resource;
  readonly id: RecordId;
}

/** Records as JSON texts, by resource and by the id's text; absent where the caller sees none. */
export type MixedRecords = ReadonlyMap<Resource, ReadonlyMap<string, string>>;

/** Reads records of several resources in full: one statement for each resource. */
export async function readMixed(scope: ReadScope, wanted: readonly NamedRecord[]): Promise<MixedRecords> {
  const byResource = Map.groupBy(wanted, ({ resource }) => resource);
  const read = [...byResource].map(async ([resource, records]) => {
    const ids = new Set(records.map(({ id }) => id));
    return [resource, await readRecordsById(scope, resource, [...ids], { fields: undefined, includes: {} })] as const;
  });
  return new Map(await Promise.all(read));
}
