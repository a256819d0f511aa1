import type { Attribute } from "../../../kernel/attribute.ts";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import type { ServerSetColumns } from "../../../kernel/write/store.ts";
import { discountCode } from "./discount-code.ts";

const { attributes, relations } = discountCode;
const rentalIds = relations.rentals.written?.attribute;

/** Attributes of which a word beside them says which one counts; `none` is no attribute. */
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

/** What a code will be, beyond what the draft stores itself. */
export interface CodeTerms {
  readonly columns: ServerSetColumns;
  /** The code holds for all rentals now: those that it named are forgotten. */
  readonly forAllRentals: boolean;
}

/**
 * Reads the terms of a code: one word of each group says what counts, the others of its group are cleared. Where the word is absent,
 * the values speak for themselves. Silent in the registry; a code takes off either a percentage or an amount.
 */
export function termsOf(draft: Draft, errors: ValidationErrors): CodeTerms {
  const cleared: Record<string, null> = {};
  for (const choice of choices) for (const name of clearedBy(draft, choice, errors)) cleared[name] = null;
  const value = (name: string, attribute: Attribute<number>) =>
    name in cleared ? null : (draft.value(attribute) ?? null);
  const percentage = value("percentage", attributes.percentage);
  const amount = value("fixed_amount", attributes.fixed_amount);
  if (percentage !== null && amount !== null) errors.add("base", "takes off either a percentage or a fixed_amount");
  if (percentage === null && amount === null && !["percentage", "fixed_amount"].some((name) => errors.has(name)))
    errors.add("base", "needs a percentage or a fixed_amount");
  const inMoney = amount !== null || value("minimum_spend", attributes.minimum_spend) !== null;
  if (inMoney && !draft.value(attributes.currency) && !errors.has("currency"))
    errors.add("currency", "can't be blank with a fixed_amount or minimum_spend");
  const start = draft.value(attributes.start_date);
  const end = draft.value(attributes.end_date);
  if (typeof start === "number" && typeof end === "number" && start > end)
    errors.add("start_date", "must not be after end_date");
  const all = holdsForAll(draft, errors);
  return { columns: { ...cleared, ...(all === undefined ? {} : { all_rentals: all }) }, forAllRentals: all === true };
}

/** What the word of a group leaves without a value; what it names must have one. */
function clearedBy(draft: Draft, { word, chooser, among }: Choice, errors: ValidationErrors): string[] {
  const chosen = draft.given(chooser);
  if (!chosen) return [];
  const attribute = among[chosen];
  if (attribute && typeof draft.value(attribute) !== "number" && !errors.has(chosen))
    errors.add(chosen, `can't be blank with ${word} ${chosen}`);
  return Object.keys(among).filter((name) => name !== chosen);
}

/** Whether the write makes the code hold for all rentals, for some, or says nothing about it. */
function holdsForAll(draft: Draft, errors: ValidationErrors): boolean | undefined {
  const eligibility = draft.given(attributes.rentals_eligibility);
  const rentals = rentalIds && draft.given(rentalIds);
  const some = rentals !== undefined && rentals !== null && rentals.length > 0;
  if (eligibility === "all_rentals") return true;
  if (eligibility === "specific_rentals" || some) {
    if (!some && (draft.creating || (rentalIds && draft.gives(rentalIds))) && !errors.has("rental_ids"))
      errors.add("rental_ids", "can't be blank with rentals_eligibility specific_rentals");
    return false;
  }
  return draft.creating ? true : undefined;
}
