import type { EnglishWords } from "../en.ts";

export const today: Pick<EnglishWords, "today"> = {
  today: {
    arrivals: "Anreisen",
    departures: "Abreisen",
    turnovers: "Wechsel",
    inHouse: "Im Haus",
    holds: "Vormerkungen, die enden",
    due: "Geld, das aussteht",
    until: (moment) => `bis ${moment}`,
    unanswered: "Unbeantwortete Nachrichten",
    reviews: "Bewertungen ohne Antwort",
    between: (from, until, hours) => `${from} bis ${until}, ${hours} Std.`,
    rated: (rating) => `${rating} von 5`,
    more: (count) => `Und ${count} weitere.`,
    nothing: "Nichts.",
  },
};
