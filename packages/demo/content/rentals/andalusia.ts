/** Data: a rental in Andalusia. */
import { basics, type DemoRental } from "../rental.ts";
import * as rooms from "../rooms.ts";

export const andalusia: readonly DemoRental[] = [
  {
    town: "Frigiliana",
    season: "both",
    attributes: {
      name: "Casa del Granado",
      rental_type: "townhouse",
      management_type: "professional",
      residency_category: "secondary_residence",
      address1: "Calle del Granado",
      zip: "29788",
      city: "Frigiliana",
      state: "Málaga",
      country_code: "ES",
      lat: 36.7876,
      lng: -3.8966,
      surface: 105,
      surface_unit: "metric",
      stories_count: 3,
      sleeps: 5,
      sleeps_max: 6,
      bedrooms_count: 3,
      bathrooms_count: 2,
      permit_number: "VFT/MA/00000",
      checkin_type: "in_person",
      checkin_time: 16,
      checkin_end_time: 21,
      checkout_time: 11,
      currency: "EUR",
      base_rate: "140",
      downpayment: 20,
      balance_due: 30,
      damage_deposit: "250",
      bookable_online: true,
    },
    contact: "Inés Navas",
    amenities: [
      ...basics,
      "dishwasher",
      "coffee_maker",
      "air_conditioning",
      "fan",
      "roof_terrace",
      "pool",
      "sea_view",
      "sun_loungers",
      "barbecue",
      "workspace",
    ],
    details: { pool: { en: "A plunge pool on the roof, 4 × 2 m", es: "Piscina pequeña en la azotea, 4 × 2 m" } },
    rooms: [
      rooms.masterBedroom,
      rooms.doubleBedroom,
      rooms.nursery,
      rooms.bathroomWithBath,
      rooms.showerRoom,
      rooms.livingRoom,
    ],
    tags: ["pool", "sea"],
    texts: {
      en: {
        headline: "White village house with a plunge pool on the roof",
        summary:
          "Three cool floors around a pomegranate tree, and on top a terrace with a small pool, from which you see down to the sea. Nerja and its beaches are a quarter of an hour away.",
        description:
          "The old quarter has no cars, only steps, cats and flower pots; a neighbour's donkey once carried the luggage, now it is a cart with a motor.\n\nIn winter the house is for those who work with a view: fast internet, a good chair, and lunch in the sun.",
      },
      es: {
        headline: "Casa de pueblo blanco con piscina en la azotea",
        summary:
          "Tres plantas frescas alrededor de un granado y, arriba, una terraza con una pequeña piscina desde la que se ve el mar. Nerja y sus playas están a un cuarto de hora.",
        description:
          "En el barrio antiguo no hay coches, solo escalones, gatos y macetas; antes subía el equipaje el burro del vecino, ahora un carrito con motor.\n\nEn invierno la casa es para quien trabaja con vistas: internet rápido, una buena silla y la comida al sol.",
      },
    },
  },
];
