import type { EnglishWords } from "../en.ts";
import { several } from "../several.ts";

export const seasons: Pick<EnglishWords, "ratesTables" | "seasons"> = {
  seasons: {
    list: "Saisons",
    about:
      "Une nuit coûte le tarif de base multiplié par le pourcentage de sa saison ; un séjour qui commence dans une saison a sa durée minimale.",
    onlyRules:
      "Les nuits de cette location ont chacune leur prix : les saisons ne comptent que pour les règles qui les nomment.",
    rentals: (count: number) => `Ce qui change ici change pour ${count} locations.`,
    isPrivate: "Cette grille tarifaire appartient à un programme et ne peut pas être modifiée ici.",
    noTable: "Cette location n’a pas de grille tarifaire, et donc pas de saisons.",
    none: "Il n’y a pas encore de saison : chaque nuit coûte le tarif de base.",
    grid: (rental: string) => `Saisons de ${rental}`,
    noSeason: "aucune saison",
    add: "Ajouter une saison",
    change: "Modifier la saison",
    changeOf: (name: string) => `Modifier ${name}`,
    name: "Nom",
    ratio: "Pourcentage du tarif de base",
    ratioHint: "100 est le tarif de base lui-même.",
    shortest: "Séjour minimal en nuits",
    save: "Enregistrer la saison",
    saved: "La saison a été enregistrée.",
    remove: "Retirer la saison",
    removeTitle: (name: string) => `Retirer ${name} ?`,
    removing: (periods: number, rules: number) =>
      `Ses périodes (${periods}) disparaissent avec elle, et elle est retirée de ${several(rules, "règle", "règles")}. Ceci ne peut pas être annulé.`,
    removed: "La saison a été retirée.",
    noPeriod: "Elle n’a pas de période et ne compte donc pour aucune nuit.",
    changePeriodOf: (name: string, nights: string) => `${name} : ${nights}`,
    periodOf: (name: string) => `Une période de ${name}`,
    savePeriod: "Enregistrer la période",
    periodSaved: "La période a été modifiée.",
    removePeriod: "Retirer",
    periodRemoved: "La période a été retirée.",
    repeat: "Un an plus tard aussi",
    repeated: "Les mêmes jours de l’année suivante ont été ajoutés.",
    season: "Saison",
    put: "Ajouter les nuits",
    periodAdded: "Les nuits appartiennent à la saison.",
    changeUnder: (date: string) => `Modifier la période du ${date}`,
    overlaps: (name: string, first: string, last: string) =>
      `Ces nuits appartiennent déjà à ${name} (${first} – ${last}).`,
    terms: (percent: number, nights: number) =>
      `${percent} % du tarif de base, au moins ${several(nights, "nuit", "nuits")}`,
  },
  ratesTables: {
    written: "Elle pourra en recevoir une quand ses nuits ne seront plus tarifées une à une.",
    make: "Créer une grille tarifaire",
    existing: "Ou l’une de celles-ci",
    choose: "Choisir une grille",
    use: "Utiliser celle-ci",
    made: "La location a sa propre grille tarifaire.",
  },
};
