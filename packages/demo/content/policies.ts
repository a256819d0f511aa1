/** Data: the demo's cancelation policies. */
import type { Texts } from "./texts.ts";

/** A policy: an API preset with its description. */
export interface DemoPolicy {
  readonly preset: "moderate" | "strict" | "flexible";
  readonly body: Texts;
}

/** An account's policy for rentals without their own. */
export const defaultPolicy: DemoPolicy = {
  preset: "moderate",
  body: {
    en: "Free of charge until five days before your arrival. After that, the whole price is due.",
    fr: "Sans frais jusqu'à cinq jours avant l'arrivée. Ensuite, le prix entier est dû.",
    de: "Bis fünf Tage vor der Anreise kostenlos. Danach ist der ganze Preis fällig.",
    it: "Gratuita fino a cinque giorni prima dell'arrivo. Dopo è dovuto l'intero prezzo.",
    es: "Gratuita hasta cinco días antes de la llegada. Después se debe el precio completo.",
  },
};

/** The policy of rentals with the most demand. */
export const strictPolicy: DemoPolicy = {
  preset: "strict",
  body: {
    en: "Half of the price from sixty days before your arrival, all of it from seven days before.",
    fr: "La moitié du prix à partir de soixante jours avant l'arrivée, la totalité à partir de sept jours.",
    de: "Ab sechzig Tagen vor der Anreise die Hälfte des Preises, ab sieben Tagen der ganze.",
    it: "Metà del prezzo da sessanta giorni prima dell'arrivo, tutto da sette giorni prima.",
    es: "La mitad del precio desde sesenta días antes de la llegada, todo desde siete días antes.",
  },
};

/** The rentals with the strict policy. */
export const strictRentals: readonly string[] = ["La Bastide aux Amandiers", "Chalet Eigerblick", "Sail Loft Cottage"];
