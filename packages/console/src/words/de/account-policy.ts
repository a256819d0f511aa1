import type { EnglishWords } from "../en.ts";

export const accountPolicy: Pick<EnglishWords, "accountPolicy"> = {
  accountPolicy: {
    title: "Stornierung",
    hint: "Was Gäste zahlen, die stornieren, in jeder Unterkunft ohne eigene Regelung. Bestehende Buchungen behalten die Regelung, unter der sie entstanden.",
    none: "Ihr Konto hat keine Regelung: wo eine Unterkunft keine eigene hat, ist mit neuen Buchungen nichts vereinbart.",
    give: "Dem Konto eine Regelung geben",
    dialog: "Regelung des Kontos",
    remove: "Regelung des Kontos entfernen",
    removed:
      "Die Regelung des Kontos wurde entfernt: mit neuen Buchungen ist nichts vereinbart, wo eine Unterkunft keine eigene hat.",
  },
};
