import type { ValidationErrors } from "../../../../kernel/errors.ts";
import { isTranslations, type Translations } from "../../../../kernel/values/structure.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import type { ServerSetColumns } from "../../../../kernel/write/store.ts";
import { initialLock, lockOf } from "../nights/booking-lock.ts";
import { bookingsFee } from "./bookings-fee.ts";

const { attributes } = bookingsFee;

/** The values that a booking's fee takes from its rentals fee. */
export interface FeeOrigin {
  readonly id: number;
  readonly fee_id: number;
  readonly name: unknown;
  readonly kind: string;
  readonly required: boolean;
  readonly public: boolean;
  readonly maximum_bookable: number | null;
}

/**
 * Checks a fee's lock, and that a standalone fee has a name in the account's default locale.
 */
export function checkFeeItself(
  context: WriteContext,
  draft: Draft,
  origin: FeeOrigin | undefined,
  errors: ValidationErrors,
): void {
  const locked = draft.input(attributes.locked);
  if (locked && locked !== lockOf(context.caller)) errors.add("locked", `must be empty or ${lockOf(context.caller)}`);
  // `errors` already reports an unknown rentals fee.
  if (origin || errors.has("rentals_fee_id")) return;
  const { defaultLocale } = context.account;
  if (!errors.has("name") && !hasText(filledTexts(draft), defaultLocale))
    errors.add("name", `can't be blank in ${defaultLocale} without a rentals_fee_id`);
}

/** Returns a fee's columns, with its origin's values for omitted ones (service.md, Bookings fee). */
export function feeColumns(context: WriteContext, draft: Draft, origin: FeeOrigin | undefined): ServerSetColumns {
  const { caller, account } = context;
  const locked = draft.input(attributes.locked);
  return {
    created_by_application_id: caller.application,
    locked: (locked === undefined ? initialLock(caller) : locked) || null,
    fee_id: origin?.fee_id ?? null,
    name: JSON.stringify(nameOf(draft, origin, account.defaultLocale)),
    kind: draft.input(attributes.kind) ?? origin?.kind ?? "other",
    required: draft.input(attributes.required) ?? origin?.required ?? false,
    public: draft.input(attributes.public) ?? origin?.public ?? false,
  };
}

/** Returns the fee's filled texts, over the origin's if the default locale has none. */
function nameOf(draft: Draft, origin: FeeOrigin | undefined, defaultLocale: string): Translations {
  const texts = filledTexts(draft);
  if (hasText(texts, defaultLocale) || !isTranslations(origin?.name)) return texts;
  return { ...origin.name, ...texts };
}

function filledTexts(draft: Draft): Translations {
  const texts = Object.entries(draft.input(attributes.name) ?? {}).filter(([, text]) => (text ?? "").trim() !== "");
  return Object.fromEntries(texts);
}

const hasText = (texts: Translations, locale: string): boolean => Object.hasOwn(texts, locale);
