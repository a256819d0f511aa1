import type { Translate } from "../i18n/translate.ts";

/** One of `refusals` as a search answers it: its kind, and what belongs to that. */
export type Refusal = Readonly<Record<string, unknown>>;

/** Why a stay is refused, and what would mend it. A kind that only a later release knows is named as it is. */
export function refusalWords({ kind, nights, guests, night }: Refusal, t: Translate): string {
  const values = { nights: Number(nights), guests: Number(guests), night: String(night) };
  return t.find(`refusals.${kind}`, values) ?? String(kind).replaceAll("_", " ");
}

/** What a line of the price is about. */
export function stepWords(step: string, nights: number, t: Translate): string {
  const name = t.find(`steps.${step}`) ?? step.replaceAll("_", " ");
  return nights > 0 ? `${name} · ${t("book.nights", { nights })}` : name;
}
