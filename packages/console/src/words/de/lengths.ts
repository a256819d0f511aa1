import type { EnglishWords } from "../en.ts";
import { several } from "../several.ts";

export const lengths: Pick<EnglishWords, "lengths"> = {
  lengths: {
    about: "Was eine Nacht mit Gebühren und Steuern kostet, nach Anreise und Dauer.",
    refusedKey: "Von einer Regel abgelehnt oder ohne Preis",
    takenKey: "Nächte sind belegt",
    none: "Es gibt keine Aufenthaltsdauer zu zeigen: Die Unterkunft hat keine Preise.",
    monthBack: "Einen Monat zurück",
    monthOn: "Einen Monat weiter",
    guests: "Gäste",
    guestsFrom: (from: number, to: number) =>
      from === to ? several(from, "Gast", "Gäste") : `${from} bis ${to} Gäste`,
    grid: (rental: string, month: string) => `Aufenthaltsdauern in ${rental}, ${month}`,
    nights: "Nächte",
    stay: (date: string, nights: number) => `${date}, ${several(nights, "Nacht", "Nächte")}`,
    refused: (stay: string) => `${stay}: nicht buchbar`,
    taken: (stay: string) => `${stay}: Nächte sind belegt`,
    costs: (stay: string, total: string, night: string) => `${stay}: ${total}, ${night} je Nacht`,
  },
};
