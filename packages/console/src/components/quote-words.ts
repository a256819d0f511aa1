import type { Translate } from "../i18n/translate.ts";

/** One of a search response's `refusals`: its kind and that kind's values. */
export type Refusal = Readonly<Record<string, unknown>>;

/** Describes why a stay is refused. A kind unknown to this release is shown as is. */
export function refusalWords({ kind, nights, guests, night, from, to }: Refusal, t: Translate): string {
  const values = {
    ...{ nights: Number(nights), guests: Number(guests), night: String(night) },
    ...{ from: String(from), to: String(to) },
  };
  return t.find(`refusals.${kind}`, values) ?? String(kind).replaceAll("_", " ");
}

/** Names a line of the price: a step, or the kind of a rates rule. */
export function stepWords(step: string, nights: number, t: Translate): string {
  const name = t.find(`steps.${step}`) ?? t.find(`rules.titles.${step}`) ?? step.replaceAll("_", " ");
  return nights > 0 ? `${name} · ${t("book.nights", { nights })}` : name;
}
