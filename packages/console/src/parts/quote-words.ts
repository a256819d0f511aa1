import type { Translate } from "../i18n/i18n.tsx";

/** One of `refusals` as a search answers it: its kind, and what belongs to that. */
export type Refusal = Readonly<Record<string, unknown>>;

/** Why a stay is refused, and what would mend it. A kind that only a later release knows is named as it is. */
export function refusalWords({ kind, nights, guests, night }: Refusal, t: Translate): string {
  const known: Readonly<Record<string, string>> = {
    ...t,
    minimum_stay: t("refusals.minimum_stay", { nights: Number(nights) }),
    sleeps_max: t("refusals.sleeps_max", { guests: Number(guests) }),
    no_rate: t("refusals.no_rate", { night: String(night) }),
  };
  return known[String(kind)] ?? String(kind).replaceAll("_", " ");
}

/** What a line of the price is about. */
export function stepWords(step: string, nights: number, t: Translate): string {
  const known: Readonly<Record<string, string>> = t;
  const name = known[step] ?? step.replaceAll("_", " ");
  return nights > 0 ? `${name} · ${t("book.nights", { nights })}` : name;
}
