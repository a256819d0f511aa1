import type { EnglishWords } from "../en.ts";
import { several } from "../several.ts";

export const cleaning: Pick<EnglishWords, "cleaning"> = {
  cleaning: {
    before: "Deux semaines avant",
    after: "Deux semaines après",
    print: "Imprimer",
    departure: "Départ",
    arrival: "Prochaine arrivée",
    between: "Temps disponible",
    comes: "Qui arrive",
    comments: "Commentaires",
    hold: "non confirmé",
    noTime: "heure inconnue",
    nobody: "personne pour l'instant",
    nothing: "Aucune rotation.",
    noRentals:
      "Aucun hébergement ne vous est encore confié. Demandez à la personne qui vous a invité d'en choisir pour vous.",
    hours: (hours) => several(hours, "heure", "heures"),
    hoursAndMinutes: (hours, minutes) => `${hours} h ${minutes} min`,
    days: (days) => several(days, "jour", "jours"),
    adults: (adults) => several(adults, "adulte", "adultes"),
    children: (children) => several(children, "enfant", "enfants"),
  },
};
