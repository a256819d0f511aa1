import type { DemoLocale, Texts } from "./texts.ts";

/** A destination with its subdestinations. */
interface Place {
  readonly name: Texts;
  readonly within?: readonly Place[];
}

const town = (name: string): Place => ({ name: { en: name } });

const tree: Place = {
  name: { en: "World", fr: "Monde", de: "Welt", es: "Mundo", it: "Mondo" },
  within: [
    {
      name: { en: "Europe", de: "Europa", es: "Europa", it: "Europa" },
      within: [
        {
          name: { en: "France", de: "Frankreich", es: "Francia", it: "Francia" },
          within: [
            {
              name: { en: "Provence", es: "Provenza", it: "Provenza" },
              within: [
                { name: { en: "Luberon" }, within: [town("Lourmarin"), town("Gordes")] },
                { name: { en: "Calanques" }, within: [town("Cassis")] },
              ],
            },
            {
              name: {
                en: "French Alps",
                fr: "Alpes françaises",
                de: "Französische Alpen",
                es: "Alpes franceses",
                it: "Alpi francesi",
              },
              within: [town("Annecy"), town("Chamonix-Mont-Blanc")],
            },
          ],
        },
        {
          name: { en: "Switzerland", fr: "Suisse", de: "Schweiz", es: "Suiza", it: "Svizzera" },
          within: [
            {
              name: {
                en: "Bernese Oberland",
                fr: "Oberland bernois",
                de: "Berner Oberland",
                es: "Oberland bernés",
                it: "Oberland bernese",
              },
              within: [town("Grindelwald")],
            },
            { name: { en: "Ticino", fr: "Tessin", de: "Tessin", es: "Tesino" }, within: [town("Ascona")] },
          ],
        },
        {
          name: {
            en: "United Kingdom",
            fr: "Royaume-Uni",
            de: "Vereinigtes Königreich",
            es: "Reino Unido",
            it: "Regno Unito",
          },
          within: [
            {
              name: { en: "England", fr: "Angleterre", es: "Inglaterra", it: "Inghilterra" },
              within: [
                {
                  name: { en: "Cornwall", fr: "Cornouailles", es: "Cornualles", it: "Cornovaglia" },
                  within: [town("St Ives")],
                },
                { name: { en: "Cotswolds" }, within: [town("Bourton-on-the-Water")] },
                { name: { en: "Lake District", es: "Distrito de los Lagos" }, within: [town("Ambleside")] },
              ],
            },
            {
              name: { en: "Scotland", fr: "Écosse", de: "Schottland", es: "Escocia", it: "Scozia" },
              within: [
                {
                  name: { en: "Isle of Skye", fr: "Île de Skye", es: "Isla de Skye", it: "Isola di Skye" },
                  within: [town("Portree")],
                },
              ],
            },
          ],
        },
        {
          name: { en: "Spain", fr: "Espagne", de: "Spanien", es: "España", it: "Spagna" },
          within: [
            {
              name: { en: "Andalusia", fr: "Andalousie", de: "Andalusien", es: "Andalucía", it: "Andalusia" },
              within: [{ name: { en: "Axarquía" }, within: [town("Frigiliana")] }],
            },
          ],
        },
      ],
    },
  ],
};

/** A destination as a row; `above` are its ancestors from the world down. */
export interface Destination {
  readonly name: Record<DemoLocale, string>;
  readonly fullname: Record<DemoLocale, string>;
  readonly permalink: Record<DemoLocale, string>;
  readonly above: readonly Destination[];
}

/** The tree as rows, ancestors first. */
export const destinations: readonly Destination[] = flatten(tree, []);

function flatten(place: Place, above: readonly Destination[]): Destination[] {
  const line = [...above.map(({ name }) => name), everyLocale((locale) => place.name[locale] ?? place.name.en)];
  const destination: Destination = {
    name: everyLocale((locale) => place.name[locale] ?? place.name.en),
    fullname: everyLocale((locale) =>
      line
        .map((name) => name[locale])
        .reverse()
        .join(", "),
    ),
    permalink: everyLocale((locale) => line.map((name) => slug(name[locale])).join("/")),
    above,
  };
  return [destination, ...(place.within ?? []).flatMap((inner) => flatten(inner, [...above, destination]))];
}

function everyLocale(textIn: (locale: DemoLocale) => string): Record<DemoLocale, string> {
  const [en, fr, de, es, it] = [textIn("en"), textIn("fr"), textIn("de"), textIn("es"), textIn("it")];
  return { en, fr, de, es, it };
}

/** Letters that do not decompose into a letter and an accent. */
const otherLetters: Readonly<Record<string, string>> = { ı: "i", ß: "ss", ø: "o", æ: "ae" };

/** A name as a URL path segment: lower case, without accents. */
export function slug(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/[ıßøæ]/g, (letter) => otherLetters[letter] ?? "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
