/** What of the prices is looked at. */
export const ratesViews = ["nights", "seasons", "stay", "lengths", "rules"] as const;
export type RatesView = (typeof ratesViews)[number];

/** What the address holds: the rental, and what of its prices is looked at. */
export interface RatesSearch {
  readonly rental?: number;
  readonly view?: RatesView;
}

export function ratesSearch({ rental, view }: Record<string, unknown>): RatesSearch {
  const known = ratesViews.find((one) => one === view);
  return {
    ...(Number.isSafeInteger(Number(rental)) && Number(rental) > 0 && { rental: Number(rental) }),
    ...(known && { view: known }),
  };
}
