import type { EnglishWords } from "../en.ts";
import { several } from "../several.ts";

export const seasons: Pick<EnglishWords, "ratesTables" | "seasons"> = {
  seasons: {
    list: "Saisons",
    about:
      "Eine Nacht kostet den Grundpreis mal dem Prozentsatz ihrer Saison; ein Aufenthalt, der in einer Saison beginnt, hat deren Mindestdauer.",
    onlyRules: "Die Nächte dieser Unterkunft sind einzeln bepreist: Saisons zählen nur für die Regeln, die sie nennen.",
    rentals: (count: number) => `Was sich hier ändert, ändert sich für ${count} Unterkünfte.`,
    isPrivate: "Diese Preistabelle gehört einem Programm und lässt sich hier nicht ändern.",
    noTable: "Diese Unterkunft hat keine Preistabelle, und so keine Saisons.",
    none: "Es gibt noch keine Saison: Jede Nacht kostet den Grundpreis.",
    grid: (rental: string) => `Saisons von ${rental}`,
    noSeason: "keine Saison",
    add: "Saison hinzufügen",
    change: "Saison ändern",
    changeOf: (name: string) => `${name} ändern`,
    name: "Name",
    ratio: "Prozent des Grundpreises",
    ratioHint: "100 ist der Grundpreis selbst.",
    shortest: "Mindestaufenthalt in Nächten",
    save: "Saison speichern",
    saved: "Die Saison wurde gespeichert.",
    remove: "Saison entfernen",
    removeTitle: (name: string) => `${name} entfernen?`,
    removing: (periods: number, rules: number) =>
      `Ihre Zeiträume (${periods}) gehen mit ihr verloren, und sie wird aus ${several(rules, "Regel", "Regeln")} genommen. Das lässt sich nicht rückgängig machen.`,
    removed: "Die Saison wurde entfernt.",
    noPeriod: "Sie hat keinen Zeitraum und zählt so für keine Nacht.",
    changePeriodOf: (name: string, nights: string) => `${name}: ${nights}`,
    periodOf: (name: string) => `Ein Zeitraum von ${name}`,
    savePeriod: "Zeitraum speichern",
    periodSaved: "Der Zeitraum wurde geändert.",
    removePeriod: "Entfernen",
    periodRemoved: "Der Zeitraum wurde entfernt.",
    repeat: "Auch ein Jahr später",
    repeated: "Dieselben Tage des nächsten Jahres wurden hinzugefügt.",
    season: "Saison",
    put: "Nächte hinzufügen",
    periodAdded: "Die Nächte gehören zur Saison.",
    changeUnder: (date: string) => `Zeitraum am ${date} ändern`,
    overlaps: (name: string, first: string, last: string) =>
      `Diese Nächte gehören schon zu ${name} (${first} – ${last}).`,
    terms: (percent: number, nights: number) =>
      `${percent} % des Grundpreises, mindestens ${several(nights, "Nacht", "Nächte")}`,
  },
  ratesTables: {
    written: "Sie kann eine bekommen, sobald ihre Nächte nicht mehr einzeln bepreist sind.",
    make: "Preistabelle anlegen",
    existing: "Oder eine von diesen",
    choose: "Preistabelle wählen",
    use: "Diese verwenden",
    made: "Die Unterkunft hat eine eigene Preistabelle.",
  },
};
