import type { EnglishWords } from "../en.ts";

export const agents: Pick<EnglishWords, "agents"> = {
  agents: {
    title: "Jetons des agents",
    make: "Créer un jeton",
    about:
      "Avec un jeton, un agent IA lit ce compte : autant que sa personne peut lire à ce moment. Il ne modifie rien.",
    none: "Aucun agent ne lit ce compte.",
    several: "Lit aussi d’autres comptes.",
    forever: "N’expire pas.",
    until: (moment: string) => `Expire ${moment}.`,
    unused: "Pas encore utilisé.",
    used: (moment: string) => `Utilisé pour la dernière fois ${moment}.`,
    revoke: "Révoquer",
    revokeOf: (prefix: string, email: string) => `Révoquer : ${prefix}, ${email}`,
    revokeNow: "Oui, révoquer",
    revoked: "Le jeton a été révoqué.",
    revoking: (prefix: string) => `La prochaine requête avec ${prefix}… sera refusée. C’est définitif.`,
    whose: "De qui est l’agent",
    whoseHint: "Un propriétaire ou un gestionnaire.",
    lastDay: "Dernier jour",
    lastDayHint: "Sans lui, il vaut jusqu’à sa révocation.",
    keep: "Donnez ce jeton à l’agent. Il n’est montré que cette fois.",
    token: "Jeton",
    endpoint: "Où les agents se connectent",
  },
};
