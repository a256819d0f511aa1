import { hash } from "node:crypto";
import type { RecordId } from "../key.ts";
import type { Resource } from "../resource.ts";
import { attributeColumn, deletionTime } from "./columns.ts";

/**
 * SQL of a record's version: it changes with `updated_at`, to the microsecond, and when a hold expires. Undefined for resources that no
 * write changes.
 */
export function versionColumn(resource: Resource): string | undefined {
  if (!("updated_at" in resource.attributes)) return undefined;
  const ended = deletionTime(resource);
  const moment = `extract(epoch from ${attributeColumn(resource, "updated_at")})`;
  return ended === undefined ? `${moment}::text` : `concat(${moment}, ' ', ${ended} is null)`;
}

/** Characters of a version. */
export const versionLength = 11;

/** A record's version as it is sent: opaque, and different for every record. @param stored the value of `versionColumn` */
export function versionOf({ name }: Resource, id: RecordId | string, stored: string): string {
  return hash("sha256", `${name} ${id} ${stored}`, "base64url").slice(0, versionLength);
}
