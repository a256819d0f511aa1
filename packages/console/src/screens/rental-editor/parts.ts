/** The parts of the editor that there are, in the order of their tabs. */
export const parts = ["basics", "texts", "photos", "amenities", "rooms", "fees", "taxes", "policy", "links"] as const;
export type RentalPart = (typeof parts)[number];

/** What stands in the address beside the rental. */
export interface EditorSearch {
  /** The part that is open; none: the basics. */
  readonly part?: RentalPart;
}

export function editorSearch(search: Record<string, unknown>): EditorSearch {
  const part = parts.find((one) => one === search.part);
  return part ? { part } : {};
}
