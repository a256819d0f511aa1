import type { Catalogue } from "../registry.ts";
import { compilePlan, type Plan, type Shape } from "./compile-query.ts";

/**
 * Compiled plans by shape. Bounded: a client that asks for every combination of fields costs compilations, not memory, neither
 * here nor in the prepared statements of the database's connections.
 */
export class Plans {
  readonly catalogue: Catalogue;
  private readonly byShape = new Map<string, Plan>();
  private readonly most: number;
  private filtered = 0;

  constructor(catalogue: Catalogue, most = 200) {
    this.catalogue = catalogue;
    this.most = most;
  }

  /** The plan of a shape, and whether its statement may be prepared under its name. */
  of(shape: Shape): { plan: Plan; prepared: boolean } {
    const key = keyOf(shape);
    const known = this.byShape.get(key);
    if (known) return { plan: known, prepared: true };
    const plan = compilePlan(this.catalogue, shape);
    const prepared = this.hasRoomFor(shape);
    if (prepared) this.byShape.set(key, plan);
    return { plan, prepared };
  }

  /** Filters are combined freely, and most combinations are asked for once: they never fill the room of the plain lists. */
  private hasRoomFor({ filters = [], sort = [] }: Shape): boolean {
    if (this.byShape.size >= this.most) return false;
    if (filters.length === 0 && sort.length === 0) return true;
    if (this.filtered >= this.most / 4) return false;
    this.filtered++;
    return true;
  }
}

function keyOf(shape: Shape): string {
  const fields = shape.fields === undefined ? "*" : [...shape.fields].sort().join();
  const filters = shape.filters?.map(({ key, test }) => `${key} ${test}`).join() ?? "";
  const sort = shape.sort?.map(({ key, isDescending }) => `${isDescending ? "-" : ""}${key}`).join() ?? "";
  return `${shape.resource.name}|${shape.kind}|${shape.oneAccount}|${shape.publishedOnly}|${scopesKey(shape.scopes)}|${fields}|${shape.embedded.join()}|${shape.given.join()}|${filters}|${sort}`;
}

/** Scope sets are few and live as long as their token's facts are kept: their sorted text is worth remembering. */
const scopesKeys = new WeakMap<object, string>();

function scopesKey(scopes: Shape["scopes"]): string {
  const known = scopesKeys.get(scopes);
  if (known !== undefined) return known;
  const key = [...scopes].sort().join();
  scopesKeys.set(scopes, key);
  return key;
}
