import { hash } from "node:crypto";
import type { ResourceRegistry } from "../../../kernel/registry.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { canonical } from "./canonical.ts";
import type { ProposedPrice } from "./proposal-values.ts";
import type { Done } from "./read-preview.ts";

/** The distance from the moment of the operation at which a time still means "now". */
const nowToleranceMs = 120_000;

/** Attributes that differ in each run: derived from a new record's number, or the person who runs it. */
const volatile = new Set(["reference", "created_by_id", "created_by_type", "updated_by_id", "updated_by_type"]);

/**
 * A digest of an operation's effect, equal for two runs with the same effect. The numbers of new records and the moment of the run do not
 * count; values before the change do, so that the digest of a run on a changed record differs.
 */
export function outcomeOf(
  { now, registry }: WriteContext,
  { changes, notices }: Done,
  price: ProposedPrice | null,
): Buffer {
  const made = new Map<string, string>();
  for (const { resource, record_id: id, operation } of changes)
    if (operation === "created") made.set(`${resource} ${id}`, `new ${resource} ${made.size}`);
  // The database's clock is its own.
  const moments = [now, ...changes.map(({ occurred_at: at }) => at)];
  const shown = (resource: string, name: string, value: unknown): unknown => {
    if (typeof value === "string" && isNow(value, moments)) return "now";
    if (Array.isArray(value)) return value.map((part: unknown) => shown(resource, name, part));
    // The parts of a list, such as e-mail addresses, have their own numbers.
    if (isObject(value))
      return Object.entries(value).flatMap(([part, of]) => (part === "id" ? [] : [[part, shown(resource, part, of)]]));
    return made.get(`${namedResource(registry, resource, name)} ${value}`) ?? value;
  };
  const lines = changes.flatMap(({ resource, record_id: id, operation, changes: values }) => {
    const attributes = Object.entries(values)
      .filter(([name]) => !volatile.has(name))
      .map(([name, [before, after]]) => [name, before, shown(resource, name, after)])
      // Times are recorded in seconds: one that moves to now is absent when it was set in the same second.
      .filter(([, before, after]) => after !== "now" || before === null);
    if (operation === "updated" && attributes.length === 0) return [];
    return [canonical([resource, made.get(`${resource} ${id}`) ?? id, operation, attributes.toSorted()])];
  });
  return hash("sha256", canonical([lines.toSorted(), notices, price]), "buffer");
}

/** The resource of the record that an attribute such as `sender_id` names; undefined for other attributes. */
function namedResource(registry: ResourceRegistry, resource: string, attribute: string): string | undefined {
  const name = /^(.+)_id$/.exec(attribute)?.[1];
  if (name === undefined) return undefined;
  const { relations } = registry.get(resource);
  const relation = Object.hasOwn(relations, name) ? relations[name] : undefined;
  if (relation?.kind === "one") return relation.traits.target;
  return registry.all().find(({ singular }) => singular === name)?.name;
}

function isNow(value: string, moments: readonly number[]): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value)) return false;
  const at = Date.parse(value);
  return moments.some((moment) => Math.abs(at - moment) < nowToleranceMs);
}
