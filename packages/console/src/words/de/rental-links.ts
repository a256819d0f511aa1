import type { EnglishWords } from "../en.ts";

export const rentalLinks: Pick<EnglishWords, "rentalLinks"> = {
  rentalLinks: {
    title: "Verknüpfungen",
    hint: "Verknüpfte Unterkünfte können nicht zugleich verkauft werden, etwa eine Villa und eine Wohnung darin: Was in einer gebucht ist, sperrt dieselben Nächte in den anderen.",
    none: "Mit dieser Unterkunft ist keine andere verknüpft.",
    link: "Mit anderen Unterkünften verknüpfen",
    linked: "Sie sind verknüpft: Was in einer gebucht ist, sperrt die anderen.",
    which: (count: number) => `Nicht zugleich zu verkaufen: ${count} gewählt`,
    unlink: "Lösen",
    unlinkOf: (names: string) => `Lösen: ${names}`,
    unlinkNow: "Ja, lösen",
    unlinking: (names: string) =>
      `Die Nächte, die wegen künftiger Buchungen gesperrt waren, sind in dieser Unterkunft und in ${names} wieder frei. Um sie wieder zu verknüpfen, dürfen keine zwei von ihnen Buchungen in denselben Nächten haben.`,
    unlinked: "Sie sind nicht mehr verknüpft.",
    add: "Unterkunft hinzufügen",
    nameHint: "3 bis 40 Zeichen; alles andere kann folgen.",
    made: (name: string) => `${name} wurde hinzugefügt.`,
  },
};
