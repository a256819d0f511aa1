import type { EnglishWords } from "../en.ts";

export const rentalLinks: Pick<EnglishWords, "rentalLinks"> = {
  rentalLinks: {
    title: "Liens",
    hint: "Des locations liées ne peuvent pas être vendues en même temps, comme une villa et un appartement qui s’y trouve : ce qui est réservé dans l’une bloque les mêmes nuits dans les autres.",
    none: "Aucune autre location n’est liée à celle-ci.",
    link: "Lier à d’autres locations",
    linked: "Elles sont liées : ce qui est réservé dans l’une bloque les autres.",
    which: (count: number) => `À ne pas vendre en même temps : ${count} choisies`,
    unlink: "Délier",
    unlinkOf: (names: string) => `Délier : ${names}`,
    unlinkNow: "Oui, délier",
    unlinking: (names: string) =>
      `Les nuits bloquées pour des réservations à venir redeviennent libres dans cette location et dans ${names}. Pour les lier à nouveau, il faut que deux d’entre elles n’aient pas de réservations les mêmes nuits.`,
    unlinked: "Elles ne sont plus liées.",
    add: "Ajouter une location",
    nameHint: "De 3 à 40 caractères ; tout le reste peut suivre.",
    made: (name: string) => `${name} a été ajoutée.`,
  },
};
