import type { EnglishWords } from "../en.ts";

export const agents: Pick<EnglishWords, "agents"> = {
  agents: {
    title: "Tokens von Agenten",
    make: "Token erstellen",
    about:
      "Mit einem Token liest ein KI-Agent dieses Konto: so viel, wie seine Person in dem Moment lesen darf. Er ändert nichts.",
    none: "Kein Agent liest dieses Konto.",
    several: "Liest auch andere Konten.",
    forever: "Läuft nicht ab.",
    until: (moment: string) => `Läuft ab ${moment}.`,
    unused: "Noch nicht benutzt.",
    used: (moment: string) => `Zuletzt benutzt ${moment}.`,
    revoke: "Widerrufen",
    revokeOf: (prefix: string, email: string) => `Widerrufen: ${prefix}, ${email}`,
    revokeNow: "Ja, widerrufen",
    revoked: "Das Token wurde widerrufen.",
    revoking: (prefix: string) =>
      `Die nächste Anfrage mit ${prefix}… wird abgewiesen. Das lässt sich nicht rückgängig machen.`,
    whose: "Wessen Agent es ist",
    whoseHint: "Eigentümer oder Verwalter.",
    lastDay: "Letzter Tag",
    lastDayHint: "Ohne ihn gilt es, bis es widerrufen wird.",
    keep: "Geben Sie dieses Token dem Agenten. Es wird nur dieses eine Mal gezeigt.",
    token: "Token",
    endpoint: "Wo Agenten sich verbinden",
  },
};
