import type { EnglishWords } from "../en.ts";

export const audit: Pick<EnglishWords, "audit"> = {
  audit: {
    about:
      "Jede Änderung eines Datensatzes, durch Personen wie durch Programme. Gezeigt werden die letzten 30 Tage, wenn Sie keine anderen wählen.",
    resource: "Was geändert wurde",
    everything: "Alles",
    record: "Seine Nummer",
    actor: "Durch wen",
    everybody: "Irgendwen",
    kinds: {
      User: "Personen",
      Application: "Programme",
      AgentToken: "Agenten",
      Job: "Der Dienst selbst",
      Command: "Die Kommandozeile",
      Database: "Die Datenbank, von Hand",
    },
    from: "Von",
    to: "Bis",
    none: "Damals wurde nichts geändert.",
    earlier: "Frühere",
    began: "Womit er begann",
  },
};
