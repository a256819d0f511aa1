import type { Scope } from "./access/scopes.ts";
import type { Resource } from "./resource.ts";

/** What of a resource is seen where that is less than the scopes show. */
export interface SeenPart {
  readonly attributes: "all" | readonly string[];
  readonly relations: "all" | readonly string[];
  /** The search parameters that may be given: one that compares what is hidden would tell it. */
  readonly search: "all" | readonly string[];
  /** SQL condition of the rows; may use `:user`. Absent: all of them. */
  readonly rows?: string;
}

/** What narrows scopes: parts of resources, and operations. It holds wherever the scopes decide. */
export interface Limits {
  /** Names them in keys of caches: no two have the same. */
  readonly name: string;
  /** By the resource's name. */
  readonly resources: Readonly<Record<string, SeenPart | "hidden">>;
  /** Resources that are not named. */
  readonly others: "hidden" | "as scopes show";
  /** What is done beside reading lists and records, such as `DELETE /rentals/:rental_id`, or an agent's tool by its name. */
  readonly operations: { readonly only: readonly string[] } | { readonly allBut: readonly string[] };
}

/** Scopes with limits: everything that asks for scopes gets both, and nothing can take the one without the other. */
export class LimitedScopes extends Set<Scope> {
  readonly limits: Limits;

  constructor(scopes: Iterable<Scope>, limits: Limits) {
    super(scopes);
    this.limits = limits;
  }
}

/** The limits of scopes; undefined where they have none. */
export function limitsOf(scopes: ReadonlySet<Scope>): Limits | undefined {
  return scopes instanceof LimitedScopes ? scopes.limits : undefined;
}

/** What limits leave of a resource; undefined where that is all that the scopes show. */
export function partOf(scopes: ReadonlySet<Scope>, { name }: Resource): SeenPart | "hidden" | undefined {
  const limits = limitsOf(scopes);
  if (!limits) return undefined;
  if (Object.hasOwn(limits.resources, name)) return limits.resources[name];
  return limits.others === "hidden" ? "hidden" : undefined;
}

/** Whether limits hide a resource altogether. */
export function isHidden(scopes: ReadonlySet<Scope>, resource: Resource): boolean {
  return partOf(scopes, resource) === "hidden";
}

/** Whether limits leave an attribute, a relation, or a search parameter. */
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

/** SQL: the rows that limits leave of a resource; undefined for all. */
export function rowsLeft(part: SeenPart | "hidden" | undefined): string | undefined {
  return part === "hidden" ? "false" : part?.rows;
}

/** Whether limits leave an operation. @param name as in `Limits.operations` */
export function mayDo(scopes: ReadonlySet<Scope>, name: string): boolean {
  const operations = limitsOf(scopes)?.operations;
  if (!operations) return true;
  return "only" in operations ? operations.only.includes(name) : !operations.allBut.includes(name);
}
