/** Data: four rentals in and around the Alps. */
import { basics, type DemoRental } from "../rental.ts";
import * as rooms from "../rooms.ts";

export const alps: readonly DemoRental[] = [
  {
    town: "Annecy",
    season: "both",
    attributes: {
      name: "Loft du Vieil Annecy",
      rental_type: "loft",
      management_type: "professional",
      residency_category: "non_residential",
      address1: "Passage des Tanneurs",
      zip: "74000",
      city: "Annecy",
      state: "Haute-Savoie",
      country_code: "FR",
      lat: 45.8992,
      lng: 6.1294,
      floor: "3",
      surface: 78,
      surface_unit: "metric",
      stories_count: 1,
      sleeps: 4,
      sleeps_max: 5,
      bedrooms_count: 2,
      bathrooms_count: 1,
      checkin_type: "smart_lock",
      checkin_time: 15,
      checkin_end_time: 25,
      checkout_time: 11,
      currency: "EUR",
      base_rate: "155",
      downpayment: 25,
      balance_due: 14,
      damage_deposit: "300",
      bookable_online: true,
    },
    contact: "Yanis Roche",
    amenities: [
      ...basics,
      "dishwasher",
      "coffee_maker",
      "microwave",
      "workspace",
      "board_games",
      "raclette",
      "bathtub",
      "bicycles",
      "elevator",
    ],
    rooms: [rooms.masterBedroom, rooms.twinBedroom, rooms.bathroomWithBath, rooms.livingRoomWithSofaBed],
    tags: ["city"],
    texts: {
      en: {
        headline: "Loft above the canals, five minutes from the lake",
        summary:
          "Under the old beams of a tannery: one big room with a kitchen to cook in, two quiet bedrooms to the yard, and the lake at the end of the street.",
        description:
          "In summer you cycle around the lake, forty kilometres and nearly all of it flat; in winter the bus to the slopes stops across the canal. The market is on Tuesdays, Fridays and Sundays, under the windows.\n\nThe door opens with a code, at any hour.",
      },
      fr: {
        headline: "Loft au-dessus des canaux, à cinq minutes du lac",
        summary:
          "Sous les vieilles poutres d'une tannerie : une grande pièce avec une vraie cuisine, deux chambres calmes sur cour, et le lac au bout de la rue.",
        description:
          "L'été, on fait le tour du lac à vélo, quarante kilomètres presque plats ; l'hiver, la navette des pistes s'arrête de l'autre côté du canal. Le marché a lieu mardi, vendredi et dimanche, sous les fenêtres.\n\nLa porte s'ouvre avec un code, à toute heure.",
      },
      de: {
        headline: "Loft über den Kanälen, fünf Minuten vom See",
        summary:
          "Unter den alten Balken einer Gerberei: ein großer Raum mit richtiger Küche, zwei ruhige Schlafzimmer zum Hof, und der See am Ende der Straße.",
        description:
          "Im Sommer radelt man um den See, vierzig fast ebene Kilometer; im Winter hält der Skibus auf der anderen Seite des Kanals. Markt ist dienstags, freitags und sonntags, unter den Fenstern.\n\nDie Tür öffnet mit einem Code, zu jeder Stunde.",
      },
      it: {
        headline: "Loft sopra i canali, a cinque minuti dal lago",
        summary:
          "Sotto le vecchie travi di una conceria: una grande stanza con una vera cucina, due camere tranquille sul cortile e il lago in fondo alla via.",
        description:
          "D'estate si gira il lago in bicicletta, quaranta chilometri quasi tutti in piano; d'inverno la navetta per le piste ferma dall'altra parte del canale. Il mercato è martedì, venerdì e domenica, sotto le finestre.\n\nLa porta si apre con un codice, a ogni ora.",
      },
    },
  },
  {
    town: "Chamonix-Mont-Blanc",
    season: "winter",
    attributes: {
      name: "Chalet Les Mélèzes",
      rental_type: "chalet",
      management_type: "professional",
      residency_category: "secondary_residence",
      address1: "Chemin des Mélèzes",
      zip: "74400",
      city: "Chamonix-Mont-Blanc",
      state: "Haute-Savoie",
      country_code: "FR",
      lat: 45.9237,
      lng: 6.8694,
      surface: 145,
      surface_unit: "metric",
      stories_count: 3,
      sleeps: 8,
      sleeps_max: 10,
      bedrooms_count: 4,
      bathrooms_count: 3,
      certifications: { clevacances: ["3_cles"] },
      checkin_type: "in_person",
      checkin_time: 17,
      checkin_end_time: 21,
      checkout_time: 10,
      currency: "EUR",
      base_rate: "360",
      downpayment: 30,
      balance_due: 30,
      damage_deposit: "1000",
      bookable_online: true,
    },
    contact: "Margaux Perret",
    amenities: [
      ...basics,
      "dishwasher",
      "coffee_maker",
      "raclette",
      "wood_stove",
      "sauna",
      "balcony",
      "mountain_view",
      "parking",
      "ski_storage",
      "boot_warmer",
      "dryer",
      "board_games",
      "high_chair",
    ],
    details: {
      sauna: {
        en: "For six, on the ground floor",
        fr: "Pour six, au rez-de-chaussée",
        de: "Für sechs, im Erdgeschoss",
        it: "Per sei, al piano terra",
      },
      parking: {
        en: "For two cars, cleared of snow",
        fr: "Deux voitures, déneigé",
        de: "Zwei Autos, schneegeräumt",
        it: "Due auto, sgomberato dalla neve",
      },
    },
    rooms: [
      rooms.masterBedroom,
      rooms.doubleBedroom,
      rooms.twinBedroom,
      rooms.bunkRoom,
      rooms.bathroomWithBath,
      rooms.showerRoom,
      rooms.showerRoom,
      rooms.toilet,
      rooms.livingRoomWithSofaBed,
    ],
    tags: ["family", "ski"],
    texts: {
      en: {
        headline: "Larch-wood chalet with a sauna, facing Mont Blanc",
        summary:
          "Three floors of larch, a wood stove in the middle, and the whole range from the balcony. Sauna and ski room on the ground floor; the bus to the lifts passes every ten minutes.",
        description:
          "The living room is under the roof, where the light is. Below are the bedrooms, with a bunk room that children do not want to leave; at the very bottom a ski room that dries boots overnight.\n\nIn summer the balcony is for those who have come back from the Tour, and for those who only watch.",
      },
      fr: {
        headline: "Chalet en mélèze avec sauna, face au Mont-Blanc",
        summary:
          "Trois niveaux de mélèze, un poêle à bois au milieu et toute la chaîne depuis le balcon. Sauna et local à skis au rez-de-chaussée ; la navette passe toutes les dix minutes.",
        description:
          "Le séjour est sous le toit, là où est la lumière. En dessous, les chambres, dont un dortoir que les enfants ne veulent plus quitter ; tout en bas, un local qui sèche les chaussures dans la nuit.\n\nL'été, le balcon est à ceux qui rentrent du Tour, et à ceux qui ne font que regarder.",
      },
      de: {
        headline: "Lärchenholz-Chalet mit Sauna, gegenüber dem Mont Blanc",
        summary:
          "Drei Stockwerke Lärchenholz, in der Mitte ein Holzofen, und die ganze Kette vom Balkon aus. Sauna und Skiraum im Erdgeschoss; der Skibus fährt alle zehn Minuten.",
        description:
          "Das Wohnzimmer liegt unter dem Dach, wo das Licht ist. Darunter die Schlafzimmer, eines mit Etagenbetten, das Kinder nicht mehr verlassen wollen; ganz unten ein Skiraum, der Stiefel über Nacht trocknet.\n\nIm Sommer gehört der Balkon denen, die von der Tour zurück sind, und denen, die nur schauen.",
      },
      it: {
        headline: "Chalet in larice con sauna, di fronte al Monte Bianco",
        summary:
          "Tre piani di larice, una stufa a legna al centro e tutta la catena dal balcone. Sauna e deposito sci al piano terra; la navetta passa ogni dieci minuti.",
        description:
          "Il soggiorno è sotto il tetto, dove c'è la luce. Sotto le camere, una con letti a castello che i bambini non vogliono più lasciare; in fondo un deposito che asciuga gli scarponi in una notte.\n\nD'estate il balcone è di chi torna dal Tour, e di chi guarda soltanto.",
      },
    },
  },
  {
    town: "Grindelwald",
    season: "both",
    attributes: {
      name: "Chalet Eigerblick",
      rental_type: "chalet",
      management_type: "professional",
      residency_category: "secondary_residence",
      address1: "Moosgässli",
      zip: "3818",
      city: "Grindelwald",
      state: "Bern",
      country_code: "CH",
      lat: 46.6242,
      lng: 8.0414,
      surface: 118,
      surface_unit: "metric",
      stories_count: 2,
      sleeps: 6,
      sleeps_max: 7,
      bedrooms_count: 3,
      bathrooms_count: 2,
      checkin_type: "lockbox",
      checkin_time: 16,
      checkin_end_time: 22,
      checkout_time: 10,
      currency: "CHF",
      base_rate: "340",
      downpayment: 30,
      balance_due: 30,
      damage_deposit: "600",
      bookable_online: true,
    },
    contact: "Beat Kaufmann",
    amenities: [
      ...basics,
      "dishwasher",
      "coffee_maker",
      "raclette",
      "fireplace",
      "balcony",
      "mountain_view",
      "garden",
      "parking",
      "ev_charger",
      "ski_storage",
      "boot_warmer",
      "crib",
      "board_games",
      "books",
    ],
    rooms: [
      rooms.masterBedroom,
      rooms.doubleBedroom,
      rooms.nursery,
      rooms.bathroomWithBath,
      rooms.showerRoom,
      rooms.livingRoom,
    ],
    tags: ["family", "ski"],
    texts: {
      en: {
        headline: "Sunny chalet below the Eiger, 400 metres from the gondola",
        summary:
          "Carved balconies, geraniums, and the north face filling every window. Three bedrooms, an open fire, and a path that leads past the cows to the gondola.",
        description:
          "The house was built by the owner's grandfather and renewed four years ago, without losing its creaking stair. The kitchen has everything for fondue and raclette.\n\nThe station is a quarter of an hour on foot; guests without a car are fetched, if they say when.",
      },
      fr: {
        headline: "Chalet ensoleillé au pied de l'Eiger, à 400 m de la télécabine",
        summary:
          "Des balcons sculptés, des géraniums et la face nord dans chaque fenêtre. Trois chambres, un feu de cheminée et un sentier qui mène à la télécabine en passant devant les vaches.",
        description:
          "La maison a été construite par le grand-père du propriétaire et rénovée il y a quatre ans, sans perdre son escalier qui craque. La cuisine a tout pour la fondue et la raclette.\n\nLa gare est à un quart d'heure à pied ; on vient chercher les hôtes sans voiture, s'ils disent quand.",
      },
      de: {
        headline: "Sonniges Chalet unter dem Eiger, 400 m von der Gondelbahn",
        summary:
          "Geschnitzte Balkone, Geranien und die Nordwand in jedem Fenster. Drei Schlafzimmer, ein offenes Feuer und ein Weg, der an den Kühen vorbei zur Gondel führt.",
        description:
          "Der Großvater des Besitzers hat das Haus gebaut; vor vier Jahren wurde es erneuert, ohne dass die Treppe das Knarren verlernt hätte. In der Küche ist alles für Fondue und Raclette.\n\nZum Bahnhof geht man eine Viertelstunde; wer ohne Auto kommt, wird abgeholt, wenn er sagt, wann.",
      },
      it: {
        headline: "Chalet soleggiato sotto l'Eiger, a 400 m dalla cabinovia",
        summary:
          "Balconi intagliati, gerani e la parete nord in ogni finestra. Tre camere, un camino e un sentiero che passa davanti alle mucche e porta alla cabinovia.",
        description:
          "La casa fu costruita dal nonno del proprietario e rinnovata quattro anni fa, senza perdere la scala che scricchiola. In cucina c'è tutto per fonduta e raclette.\n\nLa stazione è a un quarto d'ora a piedi; chi viene senza auto viene accompagnato, se dice quando.",
      },
    },
  },
  {
    town: "Ascona",
    season: "summer",
    attributes: {
      name: "Casa Camelia",
      rental_type: "villa",
      management_type: "professional",
      residency_category: "secondary_residence",
      address1: "Via delle Camelie",
      zip: "6612",
      city: "Ascona",
      state: "Ticino",
      country_code: "CH",
      lat: 46.1573,
      lng: 8.7716,
      surface: 132,
      surface_unit: "metric",
      stories_count: 2,
      sleeps: 6,
      sleeps_max: 6,
      bedrooms_count: 3,
      bathrooms_count: 2,
      checkin_type: "in_person",
      checkin_time: 16,
      checkin_end_time: 20,
      checkout_time: 10,
      currency: "CHF",
      base_rate: "295",
      downpayment: 30,
      balance_due: 30,
      damage_deposit: "500",
      bookable_online: true,
    },
    contact: "Beat Kaufmann",
    amenities: [
      ...basics,
      "dishwasher",
      "coffee_maker",
      "air_conditioning",
      "terrace",
      "garden",
      "garden_furniture",
      "barbecue",
      "lake_view",
      "garage",
      "canoe",
      "sun_loungers",
    ],
    rooms: [
      rooms.masterBedroom,
      rooms.doubleBedroom,
      rooms.twinBedroom,
      rooms.bathroomWithBath,
      rooms.showerRoom,
      rooms.livingRoom,
    ],
    tags: ["lake"],
    texts: {
      en: {
        headline: "House with a camellia garden above Lake Maggiore",
        summary:
          "Palms, camellias and a terrace over the lake: three bedrooms, a garage in a town where that is worth a lot, and the promenade at the bottom of the steps.",
        description:
          "Two hundred steps lead down to the piazza, and yes, up again: a bus saves those who have bought too much. The canoe lies at the bathing place below.\n\nThe terrace has shade in the morning and sun until the mountain takes it.",
      },
      fr: {
        headline: "Maison et jardin de camélias au-dessus du lac Majeur",
        summary:
          "Des palmiers, des camélias et une terrasse sur le lac : trois chambres, un garage dans une ville où cela compte, et la promenade au bas des marches.",
        description:
          "Deux cents marches descendent à la piazza, et oui, remontent : un bus sauve ceux qui ont trop acheté. Le canoë est à la baignade, en bas.\n\nLa terrasse est à l'ombre le matin et au soleil jusqu'à ce que la montagne le prenne.",
      },
      de: {
        headline: "Haus mit Kameliengarten über dem Lago Maggiore",
        summary:
          "Palmen, Kamelien und eine Terrasse über dem See: drei Schlafzimmer, eine Garage in einer Stadt, in der das viel wert ist, und die Promenade am Fuß der Treppe.",
        description:
          "Zweihundert Stufen führen hinab zur Piazza, und ja, wieder hinauf: Wer zu viel gekauft hat, nimmt den Bus. Das Kanu liegt unten am Badeplatz.\n\nDie Terrasse hat morgens Schatten und Sonne, bis der Berg sie nimmt.",
      },
      it: {
        headline: "Casa con giardino di camelie sopra il Lago Maggiore",
        summary:
          "Palme, camelie e una terrazza sul lago: tre camere, un garage in un paese dove vale molto, e il lungolago ai piedi della scala.",
        description:
          "Duecento gradini scendono alla piazza e, sì, risalgono: un autobus salva chi ha comprato troppo. La canoa è giù, alla spiaggetta.\n\nLa terrazza ha ombra al mattino e sole finché la montagna non lo prende.",
      },
    },
  },
];
