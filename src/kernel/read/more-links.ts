import type { Resource } from "../resource.ts";

/**
 * Notes while records are written where a relation has more ids than are shown (conventions.md, Reading), for `meta.more_links`:
 * `<plural>.<relation>`, as the templates name it, to the ids of the records.
 */
export class MoreLinks {
  private readonly noted = new Map<string, Set<string>>();

  /** @param id as the database wrote it */
  note(resource: Resource, relation: string, id: string): void {
    const key = `${resource.root}.${relation}`;
    this.noted.set(key, (this.noted.get(key) ?? new Set()).add(resource.key.toJson(id)));
  }

  /** A `meta` as JSON text with `more_links` in it; as it is when every relation is shown as a whole. */
  within(meta: string): string {
    if (this.noted.size === 0) return meta;
    const relations = [...this.noted].map(([key, records]) => `"${key}":[${[...records].join(",")}]`);
    return `${meta.slice(0, -1)}${meta === "{}" ? "" : ","}"more_links":{${relations.join(",")}}}`;
  }
}
