import type { EnglishWords } from "../en.ts";

export const common: Pick<EnglishWords, "shell" | "failure" | "waiting" | "notices" | "signedOut"> = {
  shell: {
    skip: "Aller au contenu",
    screens: "Écrans",
    menu: "Menu",
    applications: "Applications",
    account: "Compte",
    noAccount: "Vous ne travaillez pour aucun compte. Demandez à un propriétaire de vous inviter.",
    signOut: "Se déconnecter",
  },
  failure: {
    title: "Impossible de charger cette page",
    refused: "Cela n'a pas été fait.",
    text: "Le service est injoignable. Vérifiez votre connexion et réessayez.",
    again: "Réessayer",
    notThere: "Introuvable",
    unavailable: "Roost n'est pas disponible pour le moment. Réessayez dans quelques secondes.",
    tooMany: "Trop de requêtes. Réessayez plus tard.",
    mistake: (request) =>
      `Le service a fait une erreur. Réessayez ; si cela se répète, indiquez le numéro ${request} à qui s'en occupe.`,
  },
  waiting: "Chargement",
  notices: { undo: "Annuler", undone: "C'est annulé.", close: "Fermer" },
  signedOut: {
    title: "Vous avez été déconnecté",
    text: "Connectez-vous dans un autre onglet et revenez : rien de ce que vous avez saisi ici n'est perdu.",
    still: "Vous n'êtes pas encore connecté.",
    signIn: "Se connecter dans un autre onglet",
    goOn: "Continuer",
  },
};
