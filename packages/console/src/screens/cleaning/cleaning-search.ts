/** The first day of the two weeks, kept in the address. Default: today. */
export interface CleaningSearch {
  readonly from?: string;
}

export function cleaningSearch(search: Readonly<Record<string, unknown>>): CleaningSearch {
  const from = String(search.from ?? "");
  return /^\d{4}-\d{2}-\d{2}$/.test(from) && !Number.isNaN(Date.parse(from)) ? { from } : {};
}
