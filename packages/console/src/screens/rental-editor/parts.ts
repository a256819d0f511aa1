/** The editor's parts, in the order of their tabs. */
export const parts = ["basics", "texts", "photos", "amenities", "rooms", "fees", "taxes", "policy", "links"] as const;
export type RentalPart = (typeof parts)[number];

/** The open part, kept in the address. */
export interface EditorSearch {
  /** Default: basics. */
  readonly part?: RentalPart;
}

export function editorSearch(search: Record<string, unknown>): EditorSearch {
  const part = parts.find((one) => one === search.part);
  return part ? { part } : {};
}
