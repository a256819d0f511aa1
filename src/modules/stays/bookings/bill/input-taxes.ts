import { formatHundredths } from "../../../../core/hundredths.ts";
import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { Translations } from "../../../../kernel/values/structure.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft, Element } from "../../../../kernel/write/input/draft.ts";
import { inputTax } from "./bookings-tax.ts";
import type { NewTax } from "./new-lines.ts";

const { attributes, relations } = inputTax;
const taxId = relations.tax.written?.attribute;

/** Checks the taxes of a booking's body. Each is on the rental or on one of the account's fees. */
export async function checkTaxes(
  context: WriteContext,
  rentalId: number,
  taxes: readonly Element[],
): Promise<NewTax[]> {
  const checked: NewTax[] = [];
  for (const tax of taxes) checked.push(await checkTax(context, rentalId, tax));
  return checked;
}

async function checkTax(context: WriteContext, rentalId: number, { draft, errors }: Element): Promise<NewTax> {
  const taxable = await taxableOf(context, rentalId, draft, errors);
  const origin = await originOf(context, draft);
  const included = isIncluded(draft, errors);
  return {
    origin: "input",
    draft,
    line: { amount: draft.input(attributes.amount) ?? 0, included },
    columns: {
      taxable_type: taxable.type,
      taxable_id: taxable.id,
      tax_included_in_price: included,
      name: JSON.stringify(filledName(draft.input(attributes.name)) ?? origin?.name ?? {}),
      percentage: formatHundredths(draft.input(attributes.percentage) ?? origin?.percentage ?? 0),
    },
  };
}

/** Reads the account's tax that supplies omitted values. */
async function originOf(
  { transaction, account }: WriteContext,
  draft: Draft,
): Promise<{ name: unknown; percentage: number } | undefined> {
  const id = taxId && draft.input(taxId);
  if (typeof id !== "number") return undefined;
  return transaction.row<{ name: unknown; percentage: number }>(
    "select name, percentage from taxes where account_id = $1 and id = $2",
    [account.id, id],
  );
}

/** Reads `included`; its alias must agree. */
function isIncluded(draft: Draft, errors: ValidationErrors): boolean {
  const included = draft.input(attributes.included);
  const alias = draft.input(attributes.tax_included_in_price);
  if (typeof included === "boolean" && typeof alias === "boolean" && included !== alias)
    errors.add("included", "contradicts tax_included_in_price: send only one of them");
  return included ?? alias ?? false;
}

/** Returns a name's filled texts; undefined if all are blank. */
function filledName(name: Translations | null | undefined): Translations | undefined {
  const texts = Object.entries(name ?? {}).filter(([, text]) => (text ?? "").trim() !== "");
  return texts.length === 0 ? undefined : Object.fromEntries(texts);
}

async function taxableOf(
  context: WriteContext,
  rentalId: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<{ type: string; id: number }> {
  const type = draft.input(attributes.taxable_type) ?? "Rental";
  const id = draft.input(attributes.taxable_id) ?? (type === "Rental" ? rentalId : 0);
  if (errors.has("taxable_type") || errors.has("taxable_id")) return { type, id };
  if (type === "Rental" && id !== rentalId) errors.add("taxable_id", "must be the booking's rental");
  else if (type === "Fee") {
    const found = await context.transaction.run("select from fees where account_id = $1 and id = $2", [
      context.account.id,
      id,
    ]);
    if (found === 0) errors.add("taxable_id", "must be one of the account's fees");
  }
  return { type, id };
}
