import type { Messages } from "../kernel/refusal.ts";
import { integerValue } from "../kernel/values/number.ts";
import type { WriteContext } from "../kernel/write/context.ts";
import type { Draft } from "../kernel/write/draft.ts";
import { type Part, readParts } from "./booking-parts.ts";
import { givenTax } from "./bookings-tax.ts";
import type { NewTax } from "./new-lines.ts";

const { attributes } = givenTax;
const anId = integerValue({ min: 1, max: Number.MAX_SAFE_INTEGER });

/** Reads the taxes of a body. Each taxes the rental, or a fee of the account. */
export function readTaxes(
  context: WriteContext,
  rentalId: number,
  input: unknown,
  messages: Messages,
): Promise<NewTax[]> {
  const make = async ({ draft, own }: Part): Promise<NewTax> => {
    const taxable = await taxableOf(context, rentalId, draft, own);
    const included = draft.given(attributes.included) ?? false;
    return {
      origin: "given",
      draft,
      line: { amount: draft.given(attributes.amount) ?? 0, included },
      columns: { taxable_type: taxable.type, taxable_id: taxable.id, tax_included_in_price: included },
    };
  };
  const asked = { resource: givenTax, name: "bookings_taxes", input, extras: ["taxable_id", "taxable_type"], make };
  return readParts(context, asked, messages);
}

async function taxableOf(
  context: WriteContext,
  rentalId: number,
  draft: Draft,
  messages: Messages,
): Promise<{ type: string; id: number }> {
  const type = draft.extra("taxable_type") ?? "Rental";
  const accepted = anId.accept(draft.extra("taxable_id") ?? (type === "Rental" ? rentalId : undefined));
  const id = "value" in accepted ? accepted.value : 0;
  if (type !== "Rental" && type !== "Fee") messages.add("taxable_type", "must be one of: Rental, Fee");
  else if (type === "Rental" && id !== rentalId) messages.add("taxable_id", "must be the booking's rental");
  else if (type === "Fee") {
    const found = await context.transaction.run("select from fees where account_id = $1 and id = $2", [
      context.account.id,
      id,
    ]);
    if (found === 0) messages.add("taxable_id", "must be a fee of the account");
  }
  return { type: type === "Fee" ? "Fee" : "Rental", id };
}
