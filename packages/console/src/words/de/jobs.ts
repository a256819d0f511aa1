import type { EnglishWords } from "../en.ts";
import { several } from "../several.ts";

export const jobs: Pick<EnglishWords, "jobs"> = {
  jobs: {
    title: "Aufträge",
    about:
      "Was der Dienst für dieses Konto von selbst tut, später oder noch einmal: E-Mails, Zahlungen, Kalender, Fotos, Webhooks. Erledigtes steht nicht hier.",
    none: "Nichts wartet, und nichts ist fehlgeschlagen.",
    names: {
      "send mail": "Eine E-Mail senden",
      "sync calendar feed": "Einen Kalender einlesen",
      erase_file: "Eine Datei löschen",
      fetch_attachment: "Einen Anhang holen",
      "perform payment": "Eine Zahlung ausführen",
      "deliver webhooks": "Einen Webhook-Empfänger benachrichtigen",
      "confirm booking": "Eine Buchung bestätigen",
      fetch_photo: "Ein Foto holen",
      render_photo: "Die Größen eines Fotos herstellen",
      make_demo_history: "Die Vorführung füllen",
      draw_demo_pictures: "Die Bilder der Vorführung zeichnen",
    },
    state: {
      running: (moment: string) => `Läuft seit ${moment}`,
      waiting: (moment: string) => `Fällig ${moment}`,
      failed: (attempts: number) => `Aufgegeben nach ${several(attempts, "Versuch", "Versuchen")}`,
    },
    attempt: (attempts: number, most: number) => `Versuch ${attempts} von ${most} ist fehlgeschlagen.`,
    said: (error: string) => `Zuletzt gemeldet: ${error}`,
    retry: "Jetzt ausführen",
    retryOf: (name: string) => `Jetzt ausführen: ${name}`,
    retried: "Es läuft, sobald ein Platz frei ist.",
  },
};
