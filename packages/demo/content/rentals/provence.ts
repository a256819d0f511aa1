/** Data: three rentals in Provence. */
import { basics, type DemoRental } from "../rental.ts";
import * as rooms from "../rooms.ts";

export const provence: readonly DemoRental[] = [
  {
    town: "Lourmarin",
    season: "summer",
    attributes: {
      name: "Mas des Micocouliers",
      rental_type: "mas",
      management_type: "professional",
      residency_category: "secondary_residence",
      address1: "Chemin des Micocouliers",
      zip: "84160",
      city: "Lourmarin",
      state: "Vaucluse",
      country_code: "FR",
      lat: 43.7636,
      lng: 5.3628,
      surface: 190,
      surface_unit: "metric",
      stories_count: 2,
      sleeps: 8,
      sleeps_max: 9,
      bedrooms_count: 4,
      bathrooms_count: 3,
      checkin_type: "in_person",
      checkin_time: 16,
      checkin_end_time: 20,
      checkout_time: 10,
      currency: "EUR",
      base_rate: "310",
      downpayment: 30,
      balance_due: 30,
      damage_deposit: "800",
      bookable_online: true,
    },
    contact: "Claire Aubanel",
    amenities: [
      ...basics,
      "dishwasher",
      "coffee_maker",
      "fireplace",
      "pool",
      "garden",
      "garden_furniture",
      "terrace",
      "barbecue",
      "sun_loungers",
      "parking",
      "bicycles",
      "crib",
      "high_chair",
      "pets_allowed",
      "books",
    ],
    details: {
      pool: {
        en: "10 × 5 m, open from May to September",
        fr: "10 × 5 m, de mai à septembre",
        de: "10 × 5 m, Mai bis September",
        it: "10 × 5 m, da maggio a settembre",
      },
      bicycles: {
        en: "Four, with helmets",
        fr: "Quatre, avec casques",
        de: "Vier, mit Helmen",
        it: "Quattro, con caschi",
      },
    },
    rooms: [
      rooms.masterBedroom,
      rooms.doubleBedroom,
      rooms.doubleBedroom,
      rooms.twinBedroom,
      rooms.bathroomWithBath,
      rooms.showerRoom,
      rooms.showerRoom,
      rooms.livingRoom,
    ],
    tags: ["family", "pool"],
    texts: {
      en: {
        headline: "Stone farmhouse with a pool, ten minutes' walk from the village",
        summary:
          "A restored farmhouse among vines and hackberry trees. Four bedrooms, thick walls that keep the summer out, and a pool with a view of the castle of Lourmarin.",
        description:
          "The ground floor opens onto a shaded terrace where a table for ten stands from April to October. The kitchen is made for market days: on Fridays the stalls reach almost to the door.\n\nUpstairs are three of the four bedrooms; the fourth, with its own shower, is on the garden. Cyclists find a locked barn and the quiet roads of the Luberon.",
      },
      fr: {
        headline: "Mas en pierre avec piscine, à dix minutes à pied du village",
        summary:
          "Un mas restauré entre vignes et micocouliers. Quatre chambres, des murs épais qui gardent la fraîcheur et une piscine avec vue sur le château de Lourmarin.",
        description:
          "Le rez-de-chaussée s'ouvre sur une terrasse ombragée où une table pour dix attend d'avril à octobre. La cuisine est faite pour les jours de marché : le vendredi, les étals arrivent presque à la porte.\n\nÀ l'étage, trois des quatre chambres ; la quatrième, avec sa douche, donne sur le jardin. Les cyclistes trouvent une grange fermée et les petites routes du Luberon.",
      },
      de: {
        headline: "Steinernes Landhaus mit Pool, zehn Gehminuten vom Dorf",
        summary:
          "Ein restauriertes Gehöft zwischen Reben und Zürgelbäumen. Vier Schlafzimmer, dicke Mauern gegen die Sommerhitze und ein Pool mit Blick auf das Schloss von Lourmarin.",
        description:
          "Das Erdgeschoss öffnet sich zu einer schattigen Terrasse, auf der von April bis Oktober ein Tisch für zehn steht. Die Küche ist wie gemacht für Markttage: Freitags reichen die Stände fast bis an die Tür.\n\nOben liegen drei der vier Schlafzimmer; das vierte, mit eigener Dusche, geht zum Garten. Radfahrer finden eine verschließbare Scheune und die stillen Straßen des Luberon.",
      },
      it: {
        headline: "Casale in pietra con piscina, a dieci minuti a piedi dal paese",
        summary:
          "Un casale restaurato tra vigne e bagolari. Quattro camere, muri spessi che tengono fuori l'estate e una piscina con vista sul castello di Lourmarin.",
        description:
          "Il piano terra si apre su una terrazza ombreggiata dove, da aprile a ottobre, c'è un tavolo per dieci. La cucina è fatta per i giorni di mercato: il venerdì le bancarelle arrivano quasi alla porta.\n\nAl piano superiore tre delle quattro camere; la quarta, con doccia propria, dà sul giardino. I ciclisti trovano un fienile chiuso a chiave e le strade tranquille del Luberon.",
      },
    },
  },
  {
    town: "Gordes",
    season: "summer",
    attributes: {
      name: "La Bastide aux Amandiers",
      rental_type: "bastide",
      management_type: "professional",
      residency_category: "secondary_residence",
      address1: "Route des Amandiers",
      zip: "84220",
      city: "Gordes",
      state: "Vaucluse",
      country_code: "FR",
      lat: 43.9116,
      lng: 5.2003,
      surface: 260,
      surface_unit: "metric",
      stories_count: 2,
      sleeps: 10,
      sleeps_max: 12,
      bedrooms_count: 5,
      bathrooms_count: 4,
      certifications: { meubles_de_tourisme: ["4_etoiles"] },
      checkin_type: "in_person",
      checkin_time: 17,
      checkin_end_time: 20,
      checkout_time: 10,
      currency: "EUR",
      base_rate: "480",
      downpayment: 30,
      balance_due: 45,
      damage_deposit: "1500",
      bookable_online: true,
    },
    contact: "Claire Aubanel",
    amenities: [
      ...basics,
      "dishwasher",
      "freezer",
      "coffee_maker",
      "air_conditioning",
      "fireplace",
      "piano",
      "heated_pool",
      "garden",
      "garden_furniture",
      "terrace",
      "barbecue",
      "sun_loungers",
      "parking",
      "ev_charger",
      "bathtub",
      "crib",
      "high_chair",
      "dryer",
    ],
    details: {
      heated_pool: {
        en: "12 × 5 m, 27 °C, April to October",
        fr: "12 × 5 m, 27 °C, d'avril à octobre",
        de: "12 × 5 m, 27 °C, April bis Oktober",
        it: "12 × 5 m, 27 °C, da aprile a ottobre",
      },
    },
    rooms: [
      rooms.masterBedroom,
      rooms.masterBedroom,
      rooms.doubleBedroom,
      rooms.doubleBedroom,
      rooms.twinBedroom,
      rooms.bathroomWithBath,
      rooms.bathroomWithBath,
      rooms.showerRoom,
      rooms.showerRoom,
      rooms.toilet,
      rooms.livingRoomWithSofaBed,
    ],
    tags: ["family", "pool", "finest"],
    texts: {
      en: {
        headline: "Five-bedroom country house with a heated pool and a view of Gordes",
        summary:
          "A country house from 1780 in an almond orchard, with the village on its rock straight ahead. Heated pool, air-conditioned bedrooms, and a salon with a piano for the evenings.",
        description:
          "Every bedroom has its own bathroom or shower. The two master bedrooms face the village; in the evening you see its lights go on, one by one.\n\nThe Abbey of Sénanque is an hour’s walk, the Tuesday market a five-minute drive. A gardener comes on Thursdays, early and quietly.",
      },
      fr: {
        headline: "Bastide de cinq chambres, piscine chauffée et vue sur Gordes",
        summary:
          "Une bastide de 1780 dans un verger d'amandiers, avec le village perché droit devant. Piscine chauffée, chambres climatisées et un salon avec piano pour les soirées.",
        description:
          "Chaque chambre a sa salle de bain ou sa douche. Les deux chambres principales regardent le village ; le soir, on voit ses lumières s'allumer une à une.\n\nL'abbaye de Sénanque est à une heure de marche, le marché du mardi à cinq minutes en voiture. Un jardinier passe le jeudi, tôt et sans bruit.",
      },
      de: {
        headline: "Landhaus mit fünf Schlafzimmern, beheiztem Pool und Blick auf Gordes",
        summary:
          "Ein Landhaus von 1780 in einem Mandelgarten, das Dorf auf seinem Felsen genau gegenüber. Beheizter Pool, klimatisierte Schlafzimmer und ein Salon mit Klavier für die Abende.",
        description:
          "Jedes Schlafzimmer hat ein eigenes Bad oder eine Dusche. Die beiden großen blicken auf das Dorf; am Abend sieht man seine Lichter angehen, eines nach dem anderen.\n\nZur Abtei Sénanque geht man eine Stunde, zum Dienstagsmarkt fährt man fünf Minuten. Donnerstags kommt ein Gärtner, früh und leise.",
      },
      it: {
        headline: "Casa di campagna con cinque camere, piscina riscaldata e vista su Gordes",
        summary:
          "Una casa del 1780 in un mandorleto, con il paese sulla sua roccia proprio di fronte. Piscina riscaldata, camere climatizzate e un salone con pianoforte per le serate.",
        description:
          "Ogni camera ha il proprio bagno o la propria doccia. Le due camere padronali guardano il paese; la sera si vedono le luci accendersi una a una.\n\nL'abbazia di Sénanque è a un'ora a piedi, il mercato del martedì a cinque minuti d'auto. Il giovedì passa un giardiniere, presto e in silenzio.",
      },
    },
  },
  {
    town: "Cassis",
    season: "summer",
    attributes: {
      name: "Le Balcon du Port",
      rental_type: "apartment",
      management_type: "professional",
      residency_category: "secondary_residence",
      address1: "Quai des Pêcheurs",
      zip: "13260",
      city: "Cassis",
      state: "Bouches-du-Rhône",
      country_code: "FR",
      lat: 43.2145,
      lng: 5.537,
      floor: "2",
      surface: 64,
      surface_unit: "metric",
      stories_count: 1,
      sleeps: 4,
      sleeps_max: 4,
      bedrooms_count: 2,
      bathrooms_count: 1,
      checkin_type: "lockbox",
      checkin_time: 16,
      checkin_end_time: 23,
      checkout_time: 10,
      currency: "EUR",
      base_rate: "165",
      downpayment: 25,
      balance_due: 21,
      damage_deposit: "400",
      bookable_online: true,
    },
    contact: "Yanis Roche",
    amenities: [
      ...basics,
      "dishwasher",
      "coffee_maker",
      "microwave",
      "air_conditioning",
      "balcony",
      "sea_view",
      "beach_gear",
      "elevator",
      "workspace",
    ],
    details: {
      workspace: {
        en: "At the window, with a monitor",
        fr: "À la fenêtre, avec écran",
        de: "Am Fenster, mit Bildschirm",
        it: "Alla finestra, con schermo",
      },
    },
    rooms: [rooms.doubleBedroom, rooms.twinBedroom, rooms.showerRoom, rooms.livingRoom],
    tags: ["sea"],
    texts: {
      en: {
        headline: "Second-floor flat on the harbour, boats to the calanques downstairs",
        summary:
          "Breakfast above the fishing boats: a bright flat with two bedrooms and a balcony that is just deep enough for a table. Quiet after eleven, sea air all day.",
        description:
          "The boats to the calanques leave a hundred steps from the door; those who prefer to walk reach the first cove in forty minutes. The beach is behind the lighthouse.\n\nCars stay at the car park above the town; the lift takes the luggage.",
      },
      fr: {
        headline: "Appartement au deuxième sur le port, départ pour les calanques en bas",
        summary:
          "Le petit déjeuner au-dessus des barques : un appartement clair, deux chambres et un balcon juste assez profond pour une table. Calme après onze heures, air marin toute la journée.",
        description:
          "Les bateaux pour les calanques partent à cent pas de la porte ; à pied, la première crique est à quarante minutes. La plage est derrière le phare.\n\nLa voiture reste au parking du haut ; l'ascenseur monte les bagages.",
      },
      de: {
        headline: "Wohnung im zweiten Stock am Hafen, Boote zu den Calanques vor der Tür",
        summary:
          "Frühstück über den Fischerbooten: eine helle Wohnung mit zwei Schlafzimmern und einem Balkon, gerade tief genug für einen Tisch. Ruhig ab elf, Seeluft den ganzen Tag.",
        description:
          "Die Boote zu den Calanques legen hundert Schritte vor der Tür ab; zu Fuß ist man in vierzig Minuten in der ersten Bucht. Der Strand liegt hinter dem Leuchtturm.\n\nDas Auto bleibt auf dem Parkplatz über der Stadt; der Aufzug nimmt das Gepäck.",
      },
      it: {
        headline: "Appartamento al secondo piano sul porto, barche per i calanchi sotto casa",
        summary:
          "Colazione sopra le barche dei pescatori: un appartamento luminoso con due camere e un balcone profondo quanto basta per un tavolo. Silenzio dopo le undici, aria di mare tutto il giorno.",
        description:
          "Le barche per i calanchi partono a cento passi dalla porta; a piedi la prima cala è a quaranta minuti. La spiaggia è dietro il faro.\n\nL'auto resta al parcheggio sopra il paese; i bagagli salgono in ascensore.",
      },
    },
  },
];
