import type { EnglishWords } from "../en.ts";

export const accountPolicy: Pick<EnglishWords, "accountPolicy"> = {
  accountPolicy: {
    title: "Annulation",
    hint: "Ce que paient les voyageurs qui annulent, dans chaque hébergement sans conditions propres. Les réservations déjà faites gardent les conditions de leur création.",
    none: "Votre compte n’a pas de conditions : où un hébergement n’en a pas non plus, rien n’est convenu pour les nouvelles réservations.",
    give: "Donner des conditions au compte",
    dialog: "Conditions du compte",
    remove: "Retirer les conditions du compte",
    removed:
      "Les conditions du compte ont été retirées : rien n’est convenu pour les nouvelles réservations où un hébergement n’en a pas.",
  },
};
