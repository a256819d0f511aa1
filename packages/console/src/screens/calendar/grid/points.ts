/** In pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The width of the name column, which covers the days. */
export const namesOf = (grid: HTMLElement): number => grid.querySelector<HTMLElement>("[data-names]")?.offsetWidth ?? 0;
