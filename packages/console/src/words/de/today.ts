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
    nothing: "Nichts.",
  },
};
