import type { Resource } from "../resource.ts";

/**
 * Notes while records are written where a relation has more ids than are shown (conventions.md, Reading), for `meta.more_links`:
 * `<plural>.<relation>`, as the templates name it, to the ids of the records.
 */
export class MoreLinks {
  private readonly noted = new Map<string, Set<string>>();

  /** @param id as the database wrote it */
  note(resource: Resource, relation: string, id: string): void {
    this.add(`${resource.root}.${relation}`, resource.key.toJson(id));
  }

  /** Notes what was noted elsewhere of one record. */
  noteFrom(other: MoreLinks, resource: Resource, id: string): void {
    const own = resource.key.toJson(id);
    for (const [key, records] of other.noted)
      if (key.startsWith(`${resource.root}.`) && records.has(own)) this.add(key, own);
  }

  private add(key: string, id: string): void {
    this.noted.set(key, (this.noted.get(key) ?? new Set()).add(id));
  }

  /** A `meta` as JSON text with `more_links` in it; as it is when every relation is shown as a whole. */
  within(meta: string): string {
    if (this.noted.size === 0) return meta;
    const relations = [...this.noted].map(([key, records]) => `"${key}":[${[...records].join(",")}]`);
    return `${meta.slice(0, -1)}${meta === "{}" ? "" : ","}"more_links":{${relations.join(",")}}}`;
  }
}
