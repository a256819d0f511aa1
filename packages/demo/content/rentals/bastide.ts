/** Data: two apartments of the bastide in Gordes, which can also be booked separately. */
import { basics, type DemoRental } from "../rental.ts";
import * as rooms from "../rooms.ts";

const house = "La Bastide aux Amandiers";

/** The parts that the apartments share with the house. */
const place = {
  management_type: "professional",
  residency_category: "secondary_residence",
  zip: "84220",
  city: "Gordes",
  state: "Vaucluse",
  country_code: "FR",
  surface_unit: "metric",
  checkin_type: "in_person",
  checkin_time: 16,
  checkin_end_time: 20,
  checkout_time: 10,
  currency: "EUR",
  downpayment: 30,
  balance_due: 30,
  bookable_online: true,
} as const;

export const bastide: readonly DemoRental[] = [
  {
    town: "Gordes",
    season: "summer",
    partOf: house,
    attributes: {
      ...place,
      name: "Bastide aux Amandiers: La Tour",
      rental_type: "apartment",
      lat: 43.9112,
      lng: 5.2003,
      floor: "1",
      surface: 82,
      stories_count: 2,
      sleeps: 4,
      bedrooms_count: 2,
      bathrooms_count: 1,
      base_rate: "165",
      damage_deposit: "400",
    },
    contact: "Claire Aubanel",
    amenities: [...basics, "dishwasher", "coffee_maker", "terrace", "garden", "parking", "books"],
    rooms: [rooms.doubleBedroom, rooms.twinBedroom, rooms.showerRoom, rooms.livingRoom],
    tags: ["family"],
    texts: {
      en: {
        headline: "The tower of the bastide, with a terrace above the almond trees",
        summary:
          "Two floors of the old tower with an entrance of their own: two bedrooms, a kitchen, and a terrace above the almond trees. Let by itself whenever the whole bastide is not.",
        description:
          "An outside stair leads to the kitchen; above it are the bedrooms, one to each side of the valley. The garden is shared with the Orangerie.",
      },
      fr: {
        headline: "La tour de la bastide, avec une terrasse au-dessus des amandiers",
        summary:
          "Deux niveaux de la vieille tour, avec entrée indépendante : deux chambres, une cuisine et une terrasse au-dessus des amandiers. Louée seule quand la bastide entière ne l'est pas.",
        description:
          "Un escalier extérieur mène à la cuisine ; au-dessus, les chambres, une de chaque côté de la vallée. Le jardin est partagé avec l'Orangerie.",
      },
      de: {
        headline: "Der Turm der Bastide, mit einer Terrasse über den Mandelbäumen",
        summary:
          "Zwei Stockwerke des alten Turms mit eigenem Eingang: zwei Schlafzimmer, eine Küche und eine Terrasse über den Mandelbäumen. Einzeln vermietet, wenn nicht die ganze Bastide vermietet ist.",
        description:
          "Eine Außentreppe führt zur Küche; darüber liegen die Schlafzimmer, zu jeder Seite des Tals eines. Der Garten wird mit der Orangerie geteilt.",
      },
      it: {
        headline: "La torre della bastide, con una terrazza sopra i mandorli",
        summary:
          "Due piani dell'antica torre con ingresso indipendente: due camere, una cucina e una terrazza sopra i mandorli. Affittata da sola quando non lo è l'intera bastide.",
        description:
          "Una scala esterna porta alla cucina; sopra ci sono le camere, una per ogni lato della valle. Il giardino è in comune con l'Orangerie.",
      },
    },
  },
  {
    town: "Gordes",
    season: "summer",
    partOf: house,
    attributes: {
      ...place,
      name: "Bastide aux Amandiers: L'Orangerie",
      rental_type: "apartment",
      lat: 43.9111,
      lng: 5.2005,
      floor: "0",
      surface: 46,
      stories_count: 1,
      sleeps: 2,
      bedrooms_count: 1,
      bathrooms_count: 1,
      base_rate: "115",
      damage_deposit: "300",
    },
    contact: "Claire Aubanel",
    amenities: [...basics, "coffee_maker", "terrace", "garden", "parking", "books"],
    rooms: [rooms.masterBedroom, rooms.showerRoom, rooms.livingRoom],
    tags: [],
    texts: {
      en: {
        headline: "The orangery of the bastide, for two, on the garden",
        summary:
          "Tall windows, a stone floor and a lemon tree: one bedroom and a room to live in, level with the garden. Let by itself whenever the whole bastide is not.",
        description: "Breakfast is on the south side, in the sun from eight. The garden is shared with the tower.",
      },
      fr: {
        headline: "L'orangerie de la bastide, pour deux, côté jardin",
        summary:
          "De hautes fenêtres, un sol de pierre et un citronnier : une chambre et un séjour de plain-pied sur le jardin. Louée seule quand la bastide entière ne l'est pas.",
        description:
          "Le petit déjeuner se prend au sud, au soleil dès huit heures. Le jardin est partagé avec la tour.",
      },
      de: {
        headline: "Die Orangerie der Bastide, für zwei, am Garten",
        summary:
          "Hohe Fenster, ein Steinboden und ein Zitronenbaum: ein Schlafzimmer und ein Wohnraum auf der Höhe des Gartens. Einzeln vermietet, wenn nicht die ganze Bastide vermietet ist.",
        description: "Gefrühstückt wird auf der Südseite, ab acht in der Sonne. Der Garten wird mit dem Turm geteilt.",
      },
      it: {
        headline: "L'orangerie della bastide, per due, sul giardino",
        summary:
          "Finestre alte, pavimento di pietra e un albero di limoni: una camera e un soggiorno al livello del giardino. Affittata da sola quando non lo è l'intera bastide.",
        description: "La colazione è a sud, al sole dalle otto. Il giardino è in comune con la torre.",
      },
    },
  },
];
