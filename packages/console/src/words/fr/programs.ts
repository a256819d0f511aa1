import type { EnglishWords } from "../en.ts";
import { several } from "../several.ts";

export const programs: Pick<EnglishWords, "programs"> = {
  programs: {
    about: "Ce que chacune peut faire, vous l’avez permis. La désinstaller le reprend aussitôt.",
    askOwner: "Les propriétaires admettent les programmes et les désinstallent : demandez à l’un d’eux.",
    none: "Aucun programme n’utilise encore ce compte.",
    own: "Roost lui-même : les jetons qu’un administrateur crée en ligne de commande sont à lui.",
    may: "Ce qu’il peut faire",
    subjects: {
      bookings: "Réservations",
      guests: "Clients",
      rentals: "Locations",
      prices: "Prix",
      money: "Finances",
      account: "Compte",
    },
    installed: (moment: string) => `Installé ${moment}.`,
    unused: "Jamais utilisé.",
    used: (moment: string) => `Utilisé pour la dernière fois ${moment}.`,
    endpoints: (count: number) => several(count, "point de réception de webhooks", "points de réception de webhooks"),
    uninstall: "Désinstaller",
    uninstallOf: (name: string) => `Désinstaller ${name}`,
    uninstallNow: "Oui, désinstaller",
    uninstalling: (name: string, account: string) =>
      `${name} perd aussitôt l’accès à ${account} : ses jetons cessent de fonctionner, ses webhooks prennent fin. Ce qu’il a créé reste.`,
    uninstalled: (name: string) => `${name} a été désinstallé.`,
    register: "Enregistrer votre propre application",
  },
};
