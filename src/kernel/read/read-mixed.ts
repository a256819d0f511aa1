import type { RecordId } from "../key.ts";
import type { Resource } from "../resource.ts";
import { readRecordsById } from "./read.ts";
import type { ReadScope } from "./visible/read-scope.ts";

/** A record's resource and id. */
export interface NamedRecord {
  readonly resource: Resource;
  readonly id: RecordId;
}

/** Records as JSON texts, by resource and id; records that the caller cannot see are absent. */
export type MixedRecords = ReadonlyMap<Resource, ReadonlyMap<string, string>>;

/** Reads records of several resources in full, with one statement per resource. */
export async function readMixed(scope: ReadScope, requested: readonly NamedRecord[]): Promise<MixedRecords> {
  const byResource = Map.groupBy(requested, ({ resource }) => resource);
  const read = [...byResource].map(async ([resource, records]) => {
    const ids = new Set(records.map(({ id }) => id));
    return [resource, await readRecordsById(scope, resource, [...ids], { fields: undefined, includes: {} })] as const;
  });
  return new Map(await Promise.all(read));
}
