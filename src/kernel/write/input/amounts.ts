import { lazy } from "../../../core/lazy.ts";
import { minorUnit } from "../../../core/rounding.ts";
import type { Attribute } from "../../attribute.ts";
import type { ValidationErrors } from "../../errors.ts";
import type { RecordId } from "../../key.ts";
import type { Resource } from "../../resource.ts";
import type { WriteContext } from "../context.ts";
import { currenciesSql } from "./currencies.ts";
import type { Draft } from "./draft.ts";

/** The record that a body is about: the changed one, or the parent of a new one. */
export interface BodyRecord {
  readonly resource: Resource;
  readonly id: RecordId;
}

type Currencies = () => Promise<readonly string[]>;

/** A multiple of a whole unit, in hundredths, fits any currency. */
const wholeUnit = 100;

/**
 * Refuses amounts with more decimals than their currency has (bookings.md, Money), in a body and its nested objects. Stored amounts may be
 * echoed. A new currency is compared with the stored amounts, too.
 */
export async function refuseSmallFractions(
  context: WriteContext,
  draft: Draft,
  errors: ValidationErrors,
  of: BodyRecord | undefined,
): Promise<void> {
  await refuseIn(
    draft,
    errors,
    lazy(() => currenciesOf(context, draft, of)),
  );
}

async function refuseIn(draft: Draft, errors: ValidationErrors, currencies: Currencies): Promise<void> {
  for (const [name, attribute] of Object.entries(draft.resource.attributes)) {
    if (!attribute.traits.money || errors.has(name) || !isNewAmount(draft, attribute)) continue;
    const fractions = amountsIn(draft, attribute).filter((amount) => amount % wholeUnit !== 0);
    if (fractions.length === 0) continue;
    const misfit = (await currencies()).find((code) => fractions.some((amount) => amount % minorUnit(code) !== 0));
    if (misfit !== undefined) errors.add(name, `must be a number without decimals in ${misfit}`);
  }
  for (const element of draft.nested()) {
    // The operation compares an echoed record with the stored one.
    if (!element.draft.creating) continue;
    const own = ownCurrencyOf(element.draft);
    await refuseIn(element.draft, element.errors, own === undefined ? currencies : async () => [own]);
  }
}

/** Whether the write changes an amount, its currency, or its meaning. Only the operation knows what becomes of a value that it stores. */
function isNewAmount(draft: Draft, attribute: Attribute<unknown>): boolean {
  const { attributes, currency } = draft.resource;
  if (!attribute.traits.persisted) return draft.changes(attribute);
  const { unless } = attribute.traits.money ?? {};
  const sources = [attribute, currency?.kind === "own" && attributes.currency, unless && attributes[unless.attribute]];
  return sources.some((source) => source && draft.changes(source));
}

/** The amounts in an attribute after the write, in hundredths. */
function amountsIn(draft: Draft, attribute: Attribute<unknown>): readonly number[] {
  const { unless } = attribute.traits.money ?? {};
  const meaning = unless && draft.resource.attributes[unless.attribute];
  if (meaning && unless.values.some((value) => value === draft.value(meaning))) return [];
  return attribute.traits.money?.amountsOf(draft.value(attribute)) ?? [];
}

/** The currency in a draft's own attribute. */
function ownCurrencyOf(draft: Draft): string | undefined {
  const { currency } = draft.resource.attributes;
  if (draft.resource.currency?.kind !== "own" || !currency) return undefined;
  const code = draft.value(currency);
  return typeof code === "string" ? code : undefined;
}

async function currenciesOf(
  { registry, transaction, account }: WriteContext,
  draft: Draft,
  of: BodyRecord | undefined,
): Promise<readonly string[]> {
  const own = ownCurrencyOf(draft);
  if (own !== undefined) return [own];
  const source = draft.resource.currency;
  // A stored record without a currency, such as a discount code in percent, has no amounts.
  if (source?.kind === "own" && draft.resource.attributes.currency && !draft.creating) return [];
  const ofRecord = of && currenciesSql(registry, of.resource, "$2", "$1");
  const missing = source?.kind === "own" ? source.missing : undefined;
  const text = ofRecord ?? missing;
  if (text === undefined) return [];
  const values = ofRecord === undefined ? [account.id] : [account.id, of?.id];
  const rows = await transaction.rows<{ currency: string }>(text, values);
  return rows.map((row) => row.currency);
}
