import { ValidationErrors } from "../../../../kernel/errors.ts";
import { attributeOf, jsonOf } from "../cell.ts";
import { type ImportContext, operationAt, perform } from "../import-context.ts";
import { storingRoutes } from "../operations.ts";
import type { RecordKind } from "../passes/record-kind.ts";
import type { ReferencedLine } from "../passes/referenced-lines.ts";
import { addMessages } from "./booking-line.ts";
import { checkCurrencies } from "./line-currencies.ts";

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
  const store = async (line: ReferencedLine, before?: number): Promise<number> => {
    const errors = new ValidationErrors();
    if (line.currencies.size > 0)
      checkCurrencies(line, String(line.values.currency ?? (await currencyOf(context, before))), (column, reason) =>
        errors.add(column, reason),
      );
    const [operation, ids] = before === undefined ? [create, {}] : [update, { rental_id: before }];
    const id = await perform(context, operation, ids, body(line)).catch((error: unknown) => addMessages(errors, error));
    errors.throwIfAny();
    if (id === undefined) throw new Error("An operation without an id had no problem.");
    return id;
  };
  return {
    kind: "rentals",
    create: (line) => store(line),
    update: async (line, id) => void (await store(line, id)),
    chainOf: ({ reference }) => reference,
  };
}

/** A rental's currency; a new one has the account's. */
async function currencyOf({ write: { transaction, account } }: ImportContext, rental?: number): Promise<string> {
  const row = await transaction.row<{ currency: string }>(
    `select coalesce((select currency from rentals where account_id = $1 and id = $2), default_currency) as currency
     from accounts where id = $1`,
    [account.id, rental ?? null],
  );
  return row?.currency ?? "";
}
