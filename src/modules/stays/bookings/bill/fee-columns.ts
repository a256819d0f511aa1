import type { ValidationErrors } from "../../../../kernel/errors.ts";
import { isTranslations, type Translations } from "../../../../kernel/values/structure.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import type { ServerSetColumns } from "../../../../kernel/write/store.ts";
import { initialLock, lockOf } from "../nights/booking-lock.ts";
import { bookingsFee } from "./bookings-fee.ts";

const { attributes } = bookingsFee;

/** What a booking's fee takes over from the rentals fee that it is tied to. */
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
 * Checks what a fee needs when no fee stands behind it: a name in the account's default locale. Its lock is the calling application's or
 * none.
 */
export function checkFeeItself(
  context: WriteContext,
  draft: Draft,
  origin: FeeOrigin | undefined,
  errors: ValidationErrors,
): void {
  const locked = draft.given(attributes.locked);
  if (locked && locked !== lockOf(context.caller)) errors.add("locked", `must be empty or ${lockOf(context.caller)}`);
  // One that names a rentals fee which is not there has been told so.
  if (origin || errors.has("rentals_fee_id")) return;
  const { defaultLocale } = context.account;
  if (!errors.has("name") && !hasText(filledTexts(draft), defaultLocale))
    errors.add("name", `can't be blank in ${defaultLocale} without a rentals_fee_id`);
}

/** The columns of a fee that was given: what is not filled is that of the fee behind it (service.md, Bookings fee). */
export function feeColumns(context: WriteContext, draft: Draft, origin: FeeOrigin | undefined): ServerSetColumns {
  const { caller, account } = context;
  const locked = draft.given(attributes.locked);
  return {
    created_by_application_id: caller.application,
    locked: (locked === undefined ? initialLock(caller) : locked) || null,
    fee_id: origin?.fee_id ?? null,
    name: JSON.stringify(nameOf(draft, origin, account.defaultLocale)),
    kind: draft.given(attributes.kind) ?? origin?.kind ?? "other",
    required: draft.given(attributes.required) ?? origin?.required ?? false,
    public: draft.given(attributes.public) ?? origin?.public ?? false,
  };
}

/** The given name without its blanks; one that is not filled in the default locale is completed by that of the fee behind it. */
function nameOf(draft: Draft, origin: FeeOrigin | undefined, defaultLocale: string): Translations {
  const given = filledTexts(draft);
  if (hasText(given, defaultLocale) || !isTranslations(origin?.name)) return given;
  return { ...origin.name, ...given };
}

function filledTexts(draft: Draft): Translations {
  const texts = Object.entries(draft.given(attributes.name) ?? {}).filter(([, text]) => (text ?? "").trim() !== "");
  return Object.fromEntries(texts);
}

const hasText = (texts: Translations, locale: string): boolean => Object.hasOwn(texts, locale);
