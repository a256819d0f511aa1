import { notFound } from "../../errors.ts";
import { integerKey, type Key, type RecordId } from "../../key.ts";
import type { WriteRequest } from "../../route.ts";

/** Parses an id from the path; numeric unless another key is given. @throws RequestError 404 when it is invalid */
export function idOf(request: WriteRequest, name: string): number;
export function idOf<Id extends RecordId>(request: WriteRequest, name: string, key: Key<Id>): Id;
export function idOf(request: WriteRequest, name: string, key: Key = integerKey): RecordId {
  const id = key.parse(request.ids.get(name) ?? "");
  if (id === undefined) throw notFound();
  return id;
}
