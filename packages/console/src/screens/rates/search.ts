/** The screen's views. */
export const ratesViews = [
  "nights",
  "several",
  "seasons",
  "rules",
  "offers",
  "codes",
  "stay",
  "lengths",
  "midTerm",
] as const;
export type RatesView = (typeof ratesViews)[number];

/** The rental and the view, kept in the address. */
export interface RatesSearch {
  readonly rental?: number;
  readonly view?: RatesView;
}

export function ratesSearch({ rental, view }: Record<string, unknown>): RatesSearch {
  const validView = ratesViews.find((one) => one === view);
  return {
    ...(Number.isSafeInteger(Number(rental)) && Number(rental) > 0 && { rental: Number(rental) }),
    ...(validView && { view: validView }),
  };
}
