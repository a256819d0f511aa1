import type { AllWords } from "../words/words.tsx";

/** One of `refusals` as a search answers it: its kind, and what belongs to that. */
export type Refusal = Readonly<Record<string, unknown>>;

/** Why a stay is refused, and what would mend it. A kind that only a later release knows is named as it is. */
export function refusalWords({ kind, nights, guests, night }: Refusal, words: AllWords): string {
  const known: Readonly<Record<string, string>> = {
    ...words.refusals,
    minimum_stay: words.refusals.minimum_stay(Number(nights)),
    sleeps_max: words.refusals.sleeps_max(Number(guests)),
    no_rate: words.refusals.no_rate(String(night)),
  };
  return known[String(kind)] ?? String(kind).replaceAll("_", " ");
}

/** What a line of the price is about. */
export function stepWords(step: string, nights: number, words: AllWords): string {
  const known: Readonly<Record<string, string>> = words.steps;
  const name = known[step] ?? step.replaceAll("_", " ");
  return nights > 0 ? `${name} · ${words.book.nights(nights)}` : name;
}
