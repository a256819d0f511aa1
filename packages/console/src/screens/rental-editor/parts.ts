/** The editor's parts, in the order of their tabs. */
export const parts = [
  ...(["basics", "guests", "rooms", "amenities", "texts", "photos"] as const),
  ...(["prices", "fees", "taxes", "policy", "links", "owner"] as const),
] as const;
export type RentalPart = (typeof parts)[number];

/** The wizard's steps, each with its parts. */
export const steps = [
  { name: "place", parts: ["basics"] },
  { name: "guests", parts: ["guests", "rooms", "amenities"] },
  { name: "texts", parts: ["texts", "photos"] },
  { name: "prices", parts: ["prices"] },
  { name: "terms", parts: ["fees", "taxes", "policy"] },
  { name: "contacts", parts: ["owner", "links"] },
] as const satisfies readonly { readonly name: string; readonly parts: readonly RentalPart[] }[];

/** The open part, or the wizard's step from 1 to 6, kept in the address. */
export interface EditorSearch {
  /** Default: basics. */
  readonly part?: RentalPart;
  readonly step?: number;
}

export function editorSearch(search: Record<string, unknown>): EditorSearch {
  const part = parts.find((one) => one === search.part);
  const step = Number(search.step);
  return { ...(part && { part }), ...(steps[step - 1] && { step }) };
}
