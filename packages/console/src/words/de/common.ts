import type { EnglishWords } from "../en.ts";

export const common: Pick<EnglishWords, "shell" | "failure" | "notices" | "signedOut"> = {
  shell: {
    skip: "Zum Inhalt",
    screens: "Ansichten",
    menu: "Menü",
    applications: "Anwendungen",
    account: "Konto",
    noAccount: "Sie arbeiten für kein Konto. Bitten Sie einen Eigentümer, Sie einzuladen.",
    signOut: "Abmelden",
  },
  failure: {
    title: "Das konnte nicht gezeigt werden.",
    refused: "Das wurde nicht getan.",
    text: "Der Dienst war nicht zu erreichen. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.",
    again: "Noch einmal versuchen",
  },
  notices: { undo: "Rückgängig", undone: "Rückgängig gemacht.", close: "Schließen" },
  signedOut: {
    title: "Sie wurden abgemeldet",
    text: "Melden Sie sich in einem anderen Tab an und kommen Sie zurück: Was Sie hier geschrieben haben, bleibt.",
    still: "Sie sind noch nicht angemeldet.",
    signIn: "In einem anderen Tab anmelden",
    goOn: "Weiter",
  },
};
