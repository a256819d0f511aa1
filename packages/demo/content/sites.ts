/** Data: the accounts' booking sites. */
import type { Texts } from "./texts.ts";

/** A booking site in API form. */
export interface DemoSite {
  readonly address: string;
  readonly color: string;
  readonly hostName: string;
  readonly headline: Texts;
  readonly introduction: Texts;
  readonly about: Texts;
  /** Guests sign it on their portal. */
  readonly agreement: Texts;
  /** Takes ten percent off; the introduction names it. */
  readonly discountCode: string;
  /** An extra of which so many exist, for the rentals of its currency. */
  readonly extra: SiteExtra;
}

/** An extra that stays share. */
export interface SiteExtra {
  readonly name: Texts;
  /** In hundredths, for a stay. */
  readonly rate: number;
  readonly currency: string;
  readonly stock: number;
  readonly cutoffHours: number;
}

const agreement: Texts = {
  en: "The house is for the guests of the booking only. Please keep quiet from 10 p.m. to 7 a.m., and do not smoke inside.\nTell us at once what is broken. You pay for damage that you cause.",
  fr: "La maison est réservée aux personnes de la réservation. Merci de respecter le calme de 22 h à 7 h et de ne pas fumer à l’intérieur.\nSignalez-nous aussitôt ce qui est cassé. Vous payez les dégâts que vous causez.",
  de: "Das Haus ist nur für die Gäste der Buchung. Bitte halten Sie von 22 bis 7 Uhr Ruhe und rauchen Sie nicht im Haus.\nMelden Sie sofort, was kaputt ist. Schäden, die Sie verursachen, bezahlen Sie.",
  it: "La casa è riservata agli ospiti della prenotazione. Si prega di rispettare il silenzio dalle 22 alle 7 e di non fumare all’interno.\nCi segnali subito ciò che è rotto. I danni causati sono a Suo carico.",
  es: "La casa es solo para los huéspedes de la reserva. Respete el silencio de las 22 a las 7 horas y no fume dentro.\nAvísenos enseguida de lo que esté roto. Usted paga los daños que cause.",
};

/** By the account's name. */
export const demoSites: Readonly<Record<string, DemoSite>> = {
  "Lavender & Larch": {
    address: "lavender-and-larch",
    color: "#5b3f8c",
    hostName: "Claire and Jonas",
    headline: {
      en: "Homes among lavender and larches",
      fr: "Des maisons entre lavande et mélèzes",
      de: "Häuser zwischen Lavendel und Lärchen",
      it: "Case tra lavanda e larici",
    },
    introduction: {
      en: "Choose a farmhouse in Provence or a chalet in the Alps. You book directly with us, at our best price. The code DIRECT10 takes ten percent off.",
      fr: "Choisissez un mas en Provence ou un chalet dans les Alpes. Vous réservez directement chez nous, à notre meilleur prix. Le code DIRECT10 donne dix pour cent de remise.",
      de: "Wählen Sie einen Bauernhof in der Provence oder ein Chalet in den Alpen. Sie buchen direkt bei uns, zum besten Preis. Der Code DIRECT10 gibt zehn Prozent Rabatt.",
      it: "Scelga una cascina in Provenza o uno chalet nelle Alpi. Prenota direttamente da noi, al miglior prezzo. Il codice DIRECT10 dà il dieci per cento di sconto.",
    },
    about: {
      en: "We look after these homes ourselves and live around the corner. Write to us if you need a tip for the market or a good hike.",
      fr: "Nous nous occupons nous-mêmes de ces maisons et habitons à deux pas. Écrivez-nous pour un conseil de marché ou de randonnée.",
      de: "Wir kümmern uns selbst um diese Häuser und wohnen gleich um die Ecke. Schreiben Sie uns, wenn Sie einen Tipp für den Markt oder eine Wanderung brauchen.",
      it: "Ci occupiamo noi stessi di queste case e abitiamo dietro l’angolo. Ci scriva per un consiglio sul mercato o su un’escursione.",
    },
    agreement,
    discountCode: "DIRECT10",
    extra: {
      name: { en: "Bicycle", fr: "Vélo", de: "Fahrrad", it: "Bicicletta" },
      rate: 3500,
      currency: "EUR",
      stock: 4,
      cutoffHours: 24,
    },
  },
  "Harbour Lane Stays": {
    address: "harbour-lane",
    color: "#155e85",
    hostName: "Morwenna",
    headline: { en: "Stay by the harbour", es: "Alójese junto al puerto" },
    introduction: {
      en: "Cottages in Cornwall and houses in Andalusia, all within a walk of the sea. The code DIRECT10 takes ten percent off.",
      es: "Casitas en Cornualles y casas en Andalucía, todas a un paseo del mar. El código DIRECT10 da un diez por ciento de descuento.",
    },
    about: {
      en: "Our team answers every day from eight to eight.",
      es: "Nuestro equipo responde todos los días de ocho a ocho.",
    },
    agreement,
    discountCode: "DIRECT10",
    extra: { name: { en: "Kayak", es: "Kayak" }, rate: 4500, currency: "GBP", stock: 2, cutoffHours: 48 },
  },
};
