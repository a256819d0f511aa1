import type { EnglishWords } from "../en.ts";
import { several } from "../several.ts";

export const programs: Pick<EnglishWords, "programs"> = {
  programs: {
    about: "Was jede von ihnen darf, haben Sie erlaubt. Wer sie deinstalliert, nimmt es sofort zurück.",
    askOwner: "Eigentümer lassen Programme zu und deinstallieren sie: Fragen Sie einen von ihnen.",
    none: "Noch nutzt kein Programm dieses Konto.",
    own: "Roost selbst: Ihm gehören die Tokens, die ein Administrator auf der Kommandozeile erstellt.",
    may: "Was es darf",
    subjects: {
      bookings: "Buchungen",
      guests: "Gäste",
      rentals: "Unterkünfte",
      prices: "Preise",
      money: "Finanzen",
      account: "Konto",
    },
    installed: (moment: string) => `Installiert ${moment}.`,
    unused: "Nie benutzt.",
    used: (moment: string) => `Zuletzt benutzt ${moment}.`,
    endpoints: (count: number) => several(count, "Webhook-Endpunkt", "Webhook-Endpunkte"),
    uninstall: "Deinstallieren",
    uninstallOf: (name: string) => `Deinstallieren: ${name}`,
    uninstallNow: "Ja, deinstallieren",
    uninstalling: (name: string, account: string) =>
      `${name} verliert den Zugang zu ${account} sofort: Seine Tokens gelten nicht mehr, seine Webhooks enden. Was es angelegt hat, bleibt.`,
    uninstalled: (name: string) => `${name} wurde deinstalliert.`,
    register: "Eine eigene Anwendung registrieren",
  },
};
