import type { Attribute } from "../../../kernel/attribute.ts";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import type { ServerSetColumns } from "../../../kernel/write/store.ts";
import { discountCode } from "./discount-code.ts";

const { attributes, relations } = discountCode;
const rentalIds = relations.rentals.written?.attribute;

/** A group of attributes, of which `chooser` selects the one that counts; `none` selects no attribute. */
interface Choice {
  readonly word: string;
  readonly chooser: Attribute<string>;
  readonly among: Readonly<Record<string, Attribute<number>>>;
}

const choices: readonly Choice[] = [
  {
    word: "discount_value_type",
    chooser: attributes.discount_value_type,
    among: { percentage: attributes.percentage, fixed_amount: attributes.fixed_amount },
  },
  {
    word: "minimum_requirements",
    chooser: attributes.minimum_requirements,
    among: { minimum_nights_booked: attributes.minimum_nights_booked, minimum_spend: attributes.minimum_spend },
  },
  { word: "usage_limit", chooser: attributes.usage_limit, among: { number_of_times: attributes.number_of_times } },
];

/** A code's values that the draft does not store itself. */
export interface CodeTerms {
  readonly columns: ServerSetColumns;
  /** The code now applies to all rentals, so its list of rentals is cleared. */
  readonly forAllRentals: boolean;
}

/**
 * Reads a code's terms: each chooser selects one attribute of its group and clears the others. Without a chooser, the values decide.
 * Not specified: a code has either a percentage or a fixed amount.
 */
export function termsOf(draft: Draft, errors: ValidationErrors): CodeTerms {
  const cleared: Record<string, null> = {};
  for (const choice of choices) for (const name of clearedBy(draft, choice, errors)) cleared[name] = null;
  const value = (name: string, attribute: Attribute<number>) =>
    name in cleared ? null : (draft.value(attribute) ?? null);
  const percentage = value("percentage", attributes.percentage);
  const amount = value("fixed_amount", attributes.fixed_amount);
  if (percentage !== null && amount !== null)
    errors.add("base", "can have either a percentage or a fixed_amount, not both");
  if (percentage === null && amount === null && !["percentage", "fixed_amount"].some((name) => errors.has(name)))
    errors.add("base", "needs a percentage or a fixed_amount");
  const inMoney = amount !== null || value("minimum_spend", attributes.minimum_spend) !== null;
  if (inMoney && !draft.value(attributes.currency) && !errors.has("currency"))
    errors.add("currency", "can't be blank with a fixed_amount or minimum_spend");
  const start = draft.value(attributes.start_date);
  const end = draft.value(attributes.end_date);
  if (typeof start === "number" && typeof end === "number" && start > end)
    errors.add("start_date", "must not be after end_date");
  const all = appliesToAll(draft, errors);
  return { columns: { ...cleared, ...(all === undefined ? {} : { all_rentals: all }) }, forAllRentals: all === true };
}

/** The attributes that a chooser clears. The chosen attribute must have a value. */
function clearedBy(draft: Draft, { word, chooser, among }: Choice, errors: ValidationErrors): string[] {
  const chosen = draft.input(chooser);
  if (!chosen) return [];
  const attribute = among[chosen];
  if (attribute && typeof draft.value(attribute) !== "number" && !errors.has(chosen))
    errors.add(chosen, `can't be blank with ${word} ${chosen}`);
  return Object.keys(among).filter((name) => name !== chosen);
}

/** Whether the code applies to all rentals; undefined if the write does not change that. */
function appliesToAll(draft: Draft, errors: ValidationErrors): boolean | undefined {
  const eligibility = draft.input(attributes.rentals_eligibility);
  const rentals = rentalIds && draft.input(rentalIds);
  const some = rentals !== undefined && rentals !== null && rentals.length > 0;
  if (eligibility === "all_rentals") return true;
  if (eligibility === "specific_rentals" || some) {
    if (!some && (draft.creating || (rentalIds && draft.sets(rentalIds))) && !errors.has("rental_ids"))
      errors.add("rental_ids", "can't be blank with rentals_eligibility specific_rentals");
    return false;
  }
  return draft.creating ? true : undefined;
}
