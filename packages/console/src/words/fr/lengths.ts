import type { EnglishWords } from "../en.ts";
import { several } from "../several.ts";

export const lengths: Pick<EnglishWords, "lengths"> = {
  lengths: {
    about: "Ce que coûte une nuit avec frais et taxes, selon l’arrivée et la durée.",
    refusedKey: "Refusé par une règle ou sans prix",
    takenKey: "Nuits déjà prises",
    none: "Aucune durée de séjour à montrer : la location n’a pas de prix.",
    monthBack: "Un mois avant",
    monthOn: "Un mois après",
    guests: "Voyageurs",
    guestsFrom: (from: number, to: number) =>
      from === to ? several(from, "voyageur", "voyageurs") : `${from} à ${to} voyageurs`,
    grid: (rental: string, month: string) => `Durées de séjour dans ${rental}, ${month}`,
    nights: "Nuits",
    stay: (date: string, nights: number) => `${date}, ${several(nights, "nuit", "nuits")}`,
    refused: (stay: string) => `${stay} : non réservable`,
    taken: (stay: string) => `${stay} : des nuits sont déjà prises`,
    costs: (stay: string, total: string, night: string) => `${stay} : ${total}, ${night} par nuit`,
  },
};
