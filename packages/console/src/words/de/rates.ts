import type { EnglishWords } from "../en.ts";
import { several } from "../several.ts";

export const rates: Pick<EnglishWords, "rates"> = {
  rates: {
    view: "Was gezeigt wird",
    views: { nights: "Nächte" },
    grid: (rental) => `Nächte von ${rental}`,
    markMonth: (month) => `${month} auswählen`,
    noPrice: "kein Preis",
    yearBack: "Ein Jahr zurück",
    yearOn: "Ein Jahr weiter",
    followsTitle: "Diese Preise folgen aus Grundpreis und Saisons",
    follows: (base) =>
      `Eine Nacht kostet den Grundpreis von ${base} mal den Prozentsatz ihrer Saison. Um einzelne Nächte zu ändern, geben Sie jeder einen eigenen Preis: Sie beginnen mit dem heutigen Preis und folgen Grundpreis und Saisons nicht mehr.`,
    takeOver: "Nächte einzeln bepreisen",
    takenOver: "Die Nächte haben jetzt eigene Preise.",
    firstNight: "Erste Nacht",
    lastNight: "Letzte Nacht",
    weekdays: "Wochentage",
    change: "Preis",
    hows: { set: "Festlegen auf", percent: "Um Prozent erhöhen", amount: "Um Betrag erhöhen" },
    percent: "Prozent, unter 0 senkt",
    price: (currency) => `Betrag in ${currency}`,
    shortest: "Mindestaufenthalt",
    keep: "unverändert",
    save: (nights) => `${several(nights, "Nacht", "Nächte")} ändern`,
    saved: (nights) => `${several(nights, "Nacht wurde", "Nächte wurden")} geändert.`,
    noneMarked: "Keine Nacht ist ausgewählt. Wählen Sie andere Tage oder Wochentage.",
    marked: (nights, price) => `${several(nights, "Nacht", "Nächte")} ausgewählt, derzeit ${price}.`,
    becomes: (nights, before, after) => `${several(nights, "Nacht", "Nächte")}: Aus ${before} wird ${after}.`,
  },
};
