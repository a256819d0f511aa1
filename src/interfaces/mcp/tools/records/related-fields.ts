import { linkOf } from "../../../../kernel/read/view.ts";

/** Attributes of related records, by the relation to one record: of `client.fullname`, `client` and `fullname`. */
export type Related = ReadonlyMap<string, readonly string[]>;

/** What `fields` names in the form of a read, so that the related records are found. */
export const linksOf = (related: Related): string[] => [...related.keys()].map(linkOf);
