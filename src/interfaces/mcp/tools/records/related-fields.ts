import { linkOf } from "../../../../kernel/read/view.ts";

/** Attributes of related records by relation: `client.fullname` becomes `client` → `fullname`. */
export type Related = ReadonlyMap<string, readonly string[]>;

/** The link fields that a read must include to find the related records. */
export const linksOf = (related: Related): string[] => [...related.keys()].map(linkOf);
