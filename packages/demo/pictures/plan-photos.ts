import type { DemoRental } from "../content/rental.ts";
import type { Room } from "../content/rooms.ts";
import type { Texts } from "../content/texts.ts";
import { Random } from "../plan/random.ts";
import { bedsOf } from "./beds.ts";
import { buildOf, house } from "./house.ts";
import { landscape } from "./landscape.ts";
import { interiors } from "./rooms.ts";
import { inLight, sceneryOf } from "./scenery.ts";
import { picture, width } from "./shapes.ts";

/** A demo photo to draw. */
export interface PlannedPhoto {
  readonly kind: "outside" | "surroundings" | keyof typeof interiors;
  readonly description: Texts;
  readonly svg: string;
}

const descriptions: Readonly<Record<PlannedPhoto["kind"], Texts>> = {
  outside: { en: "The house", fr: "La maison", de: "Das Haus", it: "La casa", es: "La casa" },
  livingroom: { en: "Living room", fr: "Séjour", de: "Wohnzimmer", it: "Soggiorno", es: "Salón" },
  kitchen: { en: "Kitchen", fr: "Cuisine", de: "Küche", it: "Cucina", es: "Cocina" },
  bedroom: { en: "Bedroom", fr: "Chambre", de: "Schlafzimmer", it: "Camera", es: "Dormitorio" },
  bathroom: { en: "Bathroom", fr: "Salle de bain", de: "Badezimmer", it: "Bagno", es: "Cuarto de baño" },
  surroundings: {
    en: "Around the house",
    fr: "Les environs",
    de: "Die Umgebung",
    it: "I dintorni",
    es: "Los alrededores",
  },
};

/** A rental's photos in order: the house, its rooms and its surroundings. The same seed gives the same photos. */
export function planPhotos(rental: DemoRental, seed: number): PlannedPhoto[] {
  const { name, rental_type } = rental.attributes;
  const random = new Random(seed + [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7));
  const scenery = inLight(random, sceneryOf(rental.town));
  // A part of a house looks like the house from outside.
  const build = rental.partOf === undefined ? buildOf(rental_type) : "stone";
  const hasPool = rental.tags.includes("pool");
  const front = landscape(random, scenery) + house(random, build, scenery, hasPool);
  const [first, ...others] = rental.rooms.filter(({ path }) => path === "bedrooms");
  const second = others.find(({ counts }) => first && bedsOf(counts) !== bedsOf(first.counts)) ?? others[0];
  const bedrooms = [first, second].filter((room) => room !== undefined);
  const inside = (kind: Exclude<keyof typeof interiors, "bedroom">): PlannedPhoto => ({
    kind,
    description: descriptions[kind],
    svg: picture(mirrored(random, interiors[kind](random, scenery))),
  });
  const bedroom = ({ name: description, counts }: Room): PlannedPhoto => ({
    kind: "bedroom",
    description: description ?? descriptions.bedroom,
    svg: picture(mirrored(random, interiors.bedroom(random, scenery, bedsOf(counts)))),
  });
  return [
    { kind: "outside", description: descriptions.outside, svg: picture(front) },
    inside("livingroom"),
    inside("kitchen"),
    ...bedrooms.map(bedroom),
    inside("bathroom"),
    {
      kind: "surroundings",
      description: descriptions.surroundings,
      svg: picture(landscape(random, scenery)),
    },
  ];
}

/** Mirrors half of the rooms. */
function mirrored(random: Random, room: string): string {
  return random.chance(0.5) ? `<g transform="matrix(-1 0 0 1 ${width} 0)">${room}</g>` : room;
}
