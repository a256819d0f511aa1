/** The kinds of rooms and the counts of each (service.md, Bedroom, Bathroom, Living room). */
const beds = [
  "double_beds_count",
  "queensize_beds_count",
  "kingsize_beds_count",
  "single_beds_count",
  "bunk_beds_count",
  "sofa_beds_count",
] as const;

export const countsOf = {
  bedrooms: [
    ...beds,
    "futon_beds_count",
    "floor_mattress_beds_count",
    "toddler_beds_count",
    "crib_beds_count",
    "rollaway_beds_count",
    "air_mattress_beds_count",
  ],
  bathrooms: ["bath_count", "shower_count", "wc_count"],
  living_rooms: beds,
} as const;

export const roomKinds = ["bedrooms", "bathrooms", "living_rooms"] as const;

export type RoomKind = (typeof roomKinds)[number];
export type Counted = (typeof countsOf)[RoomKind][number];

/** A room of any kind; without an id for a new one. */
export interface Room {
  readonly kind: RoomKind;
  readonly id: number | undefined;
  /** By locale; living rooms have no name. */
  readonly name: Readonly<Record<string, string | null>>;
  readonly counts: Readonly<Partial<Record<Counted, number>>>;
}

/** A record's counts. */
export function countsIn(
  kind: RoomKind,
  record: Readonly<Partial<Record<Counted, number>>>,
): Readonly<Partial<Record<Counted, number>>> {
  return Object.fromEntries(countsOf[kind].map((counted) => [counted, record[counted] ?? 0]));
}

/** A room in the form: its counts, and its names as `name_en`. */
export type RoomDraft = Readonly<Record<string, string>>;

export const roomDraftOf = ({ kind, name, counts }: Room): RoomDraft => ({
  ...Object.fromEntries(countsOf[kind].map((counted) => [counted, String(counts[counted] ?? 0)])),
  ...Object.fromEntries(Object.entries(name).map(([locale, text]) => [`name_${locale}`, text ?? ""])),
});

/** The room that a draft describes. */
export function roomOf(room: Room, draft: RoomDraft): Room {
  const names = Object.entries(draft).filter(([field]) => field.startsWith("name_"));
  return {
    ...room,
    name: Object.fromEntries(names.map(([field, text]) => [field.slice("name_".length), text || null])),
    counts: Object.fromEntries(countsOf[room.kind].map((counted) => [counted, Number(draft[counted] || 0)])),
  };
}
