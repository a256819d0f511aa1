import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { insertRecord, type ServerSetColumns, updateRecord } from "../../../kernel/write/store.ts";
import { checkRatesTable, touchRatesTables } from "./rates-table-of-rental.ts";
import { rental } from "./rental.ts";
import { checkAmountsInCurrency, checkRentalExchange } from "./rental-currency.ts";
import { touchRentals } from "./touch-rental.ts";

/** Creates a rental with its amenities. */
export async function createRental(context: WriteContext, draft: Draft, errors: ValidationErrors): Promise<number> {
  await checkRatesTable(context, draft, errors);
  const defaults = await defaultsOf(context, draft);
  const code = draft.input(rental.attributes.currency) ?? String(defaults.currency);
  await checkAmountsInCurrency(context, { code }, draft, errors);
  errors.throwIfAny();
  const id = await insertRecord(context, draft, defaults);
  await setAmenities(context, id, draft);
  await touchRatesTables(context, draft);
  return id;
}

/** Returns the account's defaults for attributes missing from the draft. */
async function defaultsOf({ transaction, account }: WriteContext, draft: Draft): Promise<ServerSetColumns> {
  const defaults = await transaction.row<{
    time_zone: string;
    currency: string;
    downpayment: number;
    balance_due: number;
  }>(
    `select time_zone, default_currency as currency, default_downpayment as downpayment, default_balance_due as balance_due
     from accounts where id = $1`,
    [account.id],
  );
  const { time_zone, currency, downpayment, balance_due } = rental.attributes;
  const attributes = Object.entries({ time_zone, currency, downpayment, balance_due });
  const present = new Set(attributes.filter(([, attribute]) => draft.sets(attribute)).map(([name]) => name));
  return Object.fromEntries(Object.entries(defaults ?? {}).filter(([name]) => !present.has(name)));
}

/** Changes a rental. Written amenities replace the existing ones. */
export async function updateRental(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  await checkRatesTable(context, draft, errors);
  await checkRentalExchange(context, id, draft, errors);
  const code = draft.value(rental.attributes.currency) ?? "";
  await checkAmountsInCurrency(context, { id, code }, draft, errors);
  errors.throwIfAny();
  await updateRecord(context, id, draft);
  await touchRatesTables(context, draft);
  if (await setAmenities(context, id, draft)) await touchRentals(context, [id]);
}

/**
 * Replaces a rental's amenities; kept ones keep their record with its details. Null means none, like an empty array.
 * @returns whether anything changed
 */
async function setAmenities({ transaction, account }: WriteContext, id: number, draft: Draft): Promise<boolean> {
  const { amenity_ids } = rental.attributes;
  if (!draft.sets(amenity_ids)) return false;
  const values = [account.id, id, `{${(draft.input(amenity_ids) ?? []).join(",")}}`];
  const ended = await transaction.run(
    `update rentals_amenities set deleted_at = statement_timestamp(), updated_at = statement_timestamp()
     where account_id = $1 and rental_id = $2 and deleted_at is null and amenity_id <> all($3::bigint[])`,
    values,
  );
  const created = await transaction.run(
    `insert into rentals_amenities (account_id, rental_id, amenity_id)
     select $1, $2, amenity_id from unnest($3::bigint[]) as amenity_id
     on conflict (account_id, rental_id, amenity_id) where deleted_at is null do nothing returning account_id`,
    values,
  );
  return ended + created > 0;
}
