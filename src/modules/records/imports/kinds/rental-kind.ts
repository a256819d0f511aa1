import { attributeOf, jsonOf } from "../cell.ts";
import { type ImportContext, operationAt, perform } from "../import-context.ts";
import { storingRoutes } from "../operations.ts";
import type { RecordKind } from "../passes/record-kind.ts";
import type { ReferencedLine } from "../passes/referenced-lines.ts";

/** The rentals kind. */
export function rentalKind(context: ImportContext): RecordKind {
  const create = operationAt(storingRoutes, "POST", "/rentals");
  const update = operationAt(storingRoutes, "PUT", "/rentals/:rental_id");
  const rental = context.write.registry.get("rentals");
  const body = ({ values }: ReferencedLine) => {
    const element: Record<string, unknown> = {};
    for (const [column, value] of Object.entries(values)) {
      const attribute = attributeOf(rental, column);
      if (attribute) element[column] = jsonOf(value, attribute);
    }
    return { rentals: [element] };
  };
  return {
    kind: "rentals",
    create: (line) => perform(context, create, {}, body(line)),
    update: async (line, id) => void (await perform(context, update, { rental_id: id }, body(line))),
    chainOf: ({ reference }) => reference,
  };
}
