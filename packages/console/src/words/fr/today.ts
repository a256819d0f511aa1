import type { EnglishWords } from "../en.ts";

export const today: Pick<EnglishWords, "today"> = {
  today: {
    arrivals: "Arrivées",
    departures: "Départs",
    turnovers: "Rotations",
    inHouse: "Sur place",
    holds: "Options qui expirent",
    due: "Sommes dues",
    until: (moment) => `jusqu'au ${moment}`,
    nothing: "Rien.",
  },
};
