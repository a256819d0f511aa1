/** What the address says of the turnovers: the first day of the fortnight, unless it is today. */
export interface CleaningSearch {
  readonly from?: string;
}

export function cleaningSearch(search: Readonly<Record<string, unknown>>): CleaningSearch {
  const from = String(search.from ?? "");
  return /^\d{4}-\d{2}-\d{2}$/.test(from) && !Number.isNaN(Date.parse(from)) ? { from } : {};
}
