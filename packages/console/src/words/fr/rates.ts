import type { EnglishWords } from "../en.ts";
import { several } from "../several.ts";

export const rates: Pick<EnglishWords, "rates"> = {
  rates: {
    view: "Que montrer",
    views: { nights: "Nuits" },
    grid: (rental) => `Nuits de ${rental}`,
    markMonth: (month) => `Sélectionner ${month}`,
    noPrice: "pas de prix",
    yearBack: "Un an plus tôt",
    yearOn: "Un an plus tard",
    followsTitle: "Ces prix découlent du tarif de base et des saisons",
    follows: (base) =>
      `Une nuit coûte le tarif de base de ${base}, multiplié par le pourcentage de sa saison. Pour modifier certaines nuits, donnez à chacune son prix : elles partent de leur prix actuel et ne suivent plus le tarif de base ni les saisons.`,
    takeOver: "Fixer le prix nuit par nuit",
    takenOver: "Chaque nuit a maintenant son prix.",
    firstNight: "Première nuit",
    lastNight: "Dernière nuit",
    weekdays: "Jours de la semaine",
    change: "Prix",
    hows: { set: "Fixer à", percent: "Augmenter en pourcentage", amount: "Augmenter d’un montant" },
    percent: "Pourcentage, négatif pour baisser",
    price: (currency) => `Montant en ${currency}`,
    shortest: "Séjour minimal",
    keep: "inchangé",
    save: (nights) => `Modifier ${several(nights, "nuit", "nuits")}`,
    saved: (nights) => `${several(nights, "nuit modifiée", "nuits modifiées")}.`,
    noneMarked: "Aucune nuit n’est sélectionnée. Choisissez d’autres dates ou jours.",
    marked: (nights, price) => `${several(nights, "nuit sélectionnée", "nuits sélectionnées")}, actuellement ${price}.`,
    becomes: (nights, before, after) => `${several(nights, "nuit", "nuits")} : de ${before} à ${after}.`,
  },
};
