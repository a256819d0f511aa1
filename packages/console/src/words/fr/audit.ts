import type { EnglishWords } from "../en.ts";

export const audit: Pick<EnglishWords, "audit"> = {
  audit: {
    about:
      "Chaque modification, par des personnes comme par des programmes. Les 30 derniers jours sont montrés, sauf si vous en choisissez d’autres.",
    resource: "Ce qui a changé",
    everything: "Tout",
    record: "Son numéro",
    actor: "Par qui",
    everybody: "N’importe qui",
    kinds: {
      User: "Personnes",
      Application: "Programmes",
      AgentToken: "Agents",
      Job: "Le service lui-même",
      Command: "La ligne de commande",
      Database: "La base de données, à la main",
    },
    from: "Du",
    to: "Au",
    none: "Rien n’a changé à ce moment-là.",
    earlier: "Plus anciennes",
    began: "Ce qu’il contenait au début",
  },
};
