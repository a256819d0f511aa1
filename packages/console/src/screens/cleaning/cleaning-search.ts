/** The first day of the two weeks, by default today, and an open task. Kept in the address. */
export interface CleaningSearch {
  readonly from?: string;
  readonly task?: number;
}

export function cleaningSearch(search: Readonly<Record<string, unknown>>): CleaningSearch {
  const from = String(search.from ?? "");
  const task = Number(search.task);
  const opened = Number.isSafeInteger(task) && task > 0 ? { task } : {};
  return /^\d{4}-\d{2}-\d{2}$/.test(from) && !Number.isNaN(Date.parse(from)) ? { from, ...opened } : opened;
}
