/** The calendar's filters, kept in the address. Days as `2026-05-01`. */
export interface CalendarSearch {
  readonly tag?: number;
  readonly destination?: number;
  readonly from?: string;
  readonly until?: string;
  /** Opens the dialog for a new booking. */
  readonly new?: "booking";
}

export function calendarSearch(input: Readonly<Record<string, unknown>>): CalendarSearch {
  const id = (value: unknown) => (Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined);
  const day = (value: unknown) =>
    typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
      ? value
      : undefined;
  const [tag, destination] = [id(input.tag), id(input.destination)];
  const [from, until] = [day(input.from), day(input.until)];
  return {
    ...(tag && { tag }),
    ...(destination && { destination }),
    ...(from && { from }),
    ...(until && { until }),
    ...(input.new === "booking" && { new: input.new }),
  };
}
