import type { EnglishWords } from "../en.ts";

export const common: Pick<EnglishWords, "shell" | "failure" | "waiting" | "notices" | "signedOut"> = {
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
    title: "Diese Seite konnte nicht geladen werden",
    refused: "Das wurde nicht getan.",
    text: "Der Dienst war nicht zu erreichen. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.",
    again: "Erneut versuchen",
    notThere: "Nicht gefunden",
    unavailable: "Roost ist gerade nicht verfügbar. Versuchen Sie es in einigen Sekunden erneut.",
    tooMany: "Zu viele Anfragen. Versuchen Sie es später erneut.",
    mistake: (request) =>
      `Der Dienst hat einen Fehler gemacht. Versuchen Sie es noch einmal; geschieht es wieder, nennen Sie seinem Betreiber die Nummer ${request}.`,
  },
  waiting: "Wird geladen",
  notices: { undo: "Rückgängig", undone: "Rückgängig gemacht.", close: "Schließen" },
  signedOut: {
    title: "Sie wurden abgemeldet",
    text: "Melden Sie sich in einem anderen Tab an und kommen Sie zurück: Was Sie hier geschrieben haben, bleibt.",
    still: "Sie sind noch nicht angemeldet.",
    signIn: "In einem anderen Tab anmelden",
    goOn: "Weiter",
  },
};
