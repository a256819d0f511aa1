import type { Scope } from "./access/scopes.ts";
import type { Resource } from "./resource.ts";

/** The visible part of a resource, where limits narrow the scopes. */
export interface SeenPart {
  readonly attributes: "all" | readonly string[];
  readonly relations: "all" | readonly string[];
  /** The usable search parameters: a parameter that compares hidden data would reveal it. */
  readonly search: "all" | readonly string[];
  /** SQL condition of the visible rows; may use `:user`. Absent: all rows. */
  readonly rows?: string;
}

/** Narrows scopes to parts of resources and to some operations. Applies wherever scopes do. */
export interface Limits {
  /** Unique: cache keys contain it. */
  readonly name: string;
  /** By the resource's name. */
  readonly resources: Readonly<Record<string, SeenPart | "hidden">>;
  /** Applies to resources that `resources` does not name. */
  readonly others: "hidden" | "as scopes show";
  /** Operations other than reading lists and records, such as `DELETE /rentals/:rental_id`, or an agent's tool by name. */
  readonly operations: { readonly only: readonly string[] } | { readonly allBut: readonly string[] };
}

/** Scopes with limits. Code that receives scopes always receives their limits too. */
export class LimitedScopes extends Set<Scope> {
  readonly limits: Limits;

  constructor(scopes: Iterable<Scope>, limits: Limits) {
    super(scopes);
    this.limits = limits;
  }
}

/** The limits of scopes, if any. */
export function limitsOf(scopes: ReadonlySet<Scope>): Limits | undefined {
  return scopes instanceof LimitedScopes ? scopes.limits : undefined;
}

/** The part of a resource that limits allow; undefined without limits on it. */
export function partOf(scopes: ReadonlySet<Scope>, { name }: Resource): SeenPart | "hidden" | undefined {
  const limits = limitsOf(scopes);
  if (!limits) return undefined;
  if (Object.hasOwn(limits.resources, name)) return limits.resources[name];
  return limits.others === "hidden" ? "hidden" : undefined;
}

/** Whether limits hide a resource entirely. */
export function isHidden(scopes: ReadonlySet<Scope>, resource: Resource): boolean {
  return partOf(scopes, resource) === "hidden";
}

/** Whether limits allow an attribute, a relation, or a search parameter. */
export function leaves(
  part: SeenPart | "hidden" | undefined,
  kind: "attributes" | "relations" | "search",
  name: string,
): boolean {
  if (part === undefined) return true;
  if (part === "hidden") return false;
  const names = part[kind];
  return names === "all" || names.includes(name);
}

/** SQL condition of the rows that limits allow; undefined for all. */
export function rowsLeft(part: SeenPart | "hidden" | undefined): string | undefined {
  return part === "hidden" ? "false" : part?.rows;
}

/** Whether limits allow an operation. @param name as in `Limits.operations` */
export function mayDo(scopes: ReadonlySet<Scope>, name: string): boolean {
  const operations = limitsOf(scopes)?.operations;
  if (!operations) return true;
  return "only" in operations ? operations.only.includes(name) : !operations.allBut.includes(name);
}
