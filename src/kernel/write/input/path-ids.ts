import { notFound } from "../../errors.ts";
import { integerKey, type Key, type RecordId } from "../../key.ts";
import type { WriteRequest } from "../../route.ts";

/** The id that the path holds under a name; a number, unless another kind of key is given. @throws RequestError 404 when it is none */
export function idOf(request: WriteRequest, name: string): number;
export function idOf<Id extends RecordId>(request: WriteRequest, name: string, key: Key<Id>): Id;
export function idOf(request: WriteRequest, name: string, key: Key = integerKey): RecordId {
  const id = key.parse(request.ids.get(name) ?? "");
  if (id === undefined) throw notFound();
  return id;
}
