import type { ReadScope } from "../../../../kernel/read/visible/read-scope.ts";
import type { Resource } from "../../../../kernel/resource.ts";
import { isObject } from "../../../../kernel/values/structure.ts";
import { recordsById, type Shown } from "./records.ts";
import type { Related } from "./related-fields.ts";

/** Replaces ids of related records by their attributes: `"client": { "id": 7, "fullname": "Ada" }`. */
export async function withRelated(
  scope: ReadScope,
  resource: Resource,
  records: readonly Shown[],
  related: Related,
): Promise<Shown[]> {
  let shown = [...records];
  for (const [relation, fields] of related) {
    const declared = resource.relations[relation];
    if (declared?.kind !== "one") throw new Error(`${resource.name} has no relation ${relation} to one record.`);
    const idIn = ({ links }: Shown): unknown => (isObject(links) ? links[relation] : undefined);
    const ids = shown.map(idIn).filter((id) => typeof id === "number");
    const target = scope.queries.registry.get(declared.traits.target);
    const found = await recordsById(scope, target, { ids, fields });
    shown = shown.map((record) => {
      const id = idIn(record);
      const { id: own, ...rest } = withoutLink(record, relation);
      const value = found.get(Number(id)) ?? (id ? { id } : null);
      // Right after the id: results that are too long lose their last attributes, and names matter more.
      return { ...(own === undefined ? {} : { id: own }), [relation]: value, ...rest };
    });
  }
  return shown;
}

function withoutLink({ links, ...record }: Shown, relation: string): Shown {
  const others = Object.entries(isObject(links) ? links : {}).filter(([name]) => name !== relation);
  return others.length === 0 ? record : { ...record, links: Object.fromEntries(others) };
}
