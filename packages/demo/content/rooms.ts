import type { Texts } from "./texts.ts";

/** A room of a demo rental, in API form without the languages of its name. */
export interface Room {
  readonly path: "bedrooms" | "bathrooms" | "living_rooms";
  readonly name?: Texts;
  readonly counts: Readonly<Record<string, number>>;
}

const bedroom = (name: Texts, counts: Room["counts"]): Room => ({ path: "bedrooms", name, counts });
const bathroom = (name: Texts, counts: Room["counts"]): Room => ({ path: "bathrooms", name, counts });
const living = (counts: Room["counts"]): Room => ({ path: "living_rooms", counts });

export const masterBedroom = bedroom(
  {
    en: "Master bedroom",
    fr: "Chambre principale",
    de: "Großes Schlafzimmer",
    it: "Camera padronale",
    es: "Dormitorio principal",
  },
  { kingsize_beds_count: 1 },
);
export const doubleBedroom = bedroom(
  { en: "Double bedroom", fr: "Chambre double", de: "Doppelzimmer", it: "Camera matrimoniale", es: "Dormitorio doble" },
  { queensize_beds_count: 1 },
);
export const twinBedroom = bedroom(
  {
    en: "Twin bedroom",
    fr: "Chambre à deux lits",
    de: "Zweibettzimmer",
    it: "Camera doppia",
    es: "Dormitorio con dos camas",
  },
  { single_beds_count: 2 },
);
export const bunkRoom = bedroom(
  {
    en: "Bunk room",
    fr: "Chambre lits superposés",
    de: "Etagenbettzimmer",
    it: "Camera letti a castello",
    es: "Dormitorio con literas",
  },
  { bunk_beds_count: 2 },
);
export const nursery = bedroom(
  { en: "Nursery", fr: "Chambre d'enfant", de: "Kinderzimmer", it: "Cameretta", es: "Habitación infantil" },
  { single_beds_count: 1, crib_beds_count: 1 },
);
export const bathroomWithBath = bathroom(
  { en: "Bathroom", fr: "Salle de bain", de: "Badezimmer", it: "Bagno", es: "Cuarto de baño" },
  { bath_count: 1, shower_count: 1, wc_count: 1 },
);
export const showerRoom = bathroom(
  { en: "Shower room", fr: "Salle d'eau", de: "Duschbad", it: "Bagno con doccia", es: "Baño con ducha" },
  { shower_count: 1, wc_count: 1 },
);
export const toilet = bathroom(
  { en: "Separate WC", fr: "WC séparés", de: "Separates WC", it: "WC separato", es: "Aseo" },
  { wc_count: 1 },
);
export const livingRoom = living({});
export const livingRoomWithSofaBed = living({ sofa_beds_count: 1 });
