import type { Resource } from "../resource.ts";

/** Collects truncated relations (conventions.md, Reading) for `meta.more_links`: `<plural>.<relation>` to record ids. */
export class MoreLinks {
  private readonly noted = new Map<string, Set<string>>();

  /** @param id in the database's form */
  note(resource: Resource, relation: string, id: string): void {
    const key = `${resource.root}.${relation}`;
    this.noted.set(key, (this.noted.get(key) ?? new Set()).add(resource.key.toJson(id)));
  }

  /** Adds `more_links` to a `meta` JSON text; returns it unchanged when nothing was truncated. */
  within(meta: string): string {
    if (this.noted.size === 0) return meta;
    const relations = [...this.noted].map(([key, records]) => `"${key}":[${[...records].join(",")}]`);
    return `${meta.slice(0, -1)}${meta === "{}" ? "" : ","}"more_links":{${relations.join(",")}}}`;
  }
}
