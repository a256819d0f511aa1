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
    unanswered: "Messages sans réponse",
    reviews: "Avis sans réponse",
    between: (from, until, hours) => `de ${from} à ${until}, ${hours} h`,
    rated: (rating) => `${rating} sur 5`,
    more: (count) => `Et ${count} de plus.`,
    nothing: "Rien.",
  },
};
