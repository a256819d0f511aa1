import type { EnglishWords } from "../en.ts";
import { several } from "../several.ts";

export const cleaning: Pick<EnglishWords, "cleaning"> = {
  cleaning: {
    before: "Zwei Wochen zurück",
    after: "Zwei Wochen weiter",
    print: "Drucken",
    departure: "Abreise",
    arrival: "Nächste Anreise",
    between: "Zeit dazwischen",
    comes: "Wer kommt",
    comments: "Kommentare",
    hold: "nicht bestätigt",
    noTime: "noch keine Uhrzeit",
    nobody: "vorerst niemand",
    nothing: "Kein Wechsel.",
    noRentals:
      "Ihnen ist noch keine Unterkunft anvertraut. Bitten Sie, wer Sie eingeladen hat, welche für Sie auszuwählen.",
    hours: (hours) => several(hours, "Stunde", "Stunden"),
    hoursAndMinutes: (hours, minutes) => `${hours} Std. ${minutes} Min.`,
    days: (days) => several(days, "Tag", "Tage"),
    adults: (adults) => several(adults, "Erwachsener", "Erwachsene"),
    children: (children) => several(children, "Kind", "Kinder"),
  },
};
