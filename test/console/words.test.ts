import { expect, test } from "vitest";
import { de } from "../../packages/console/src/words/de.ts";
import { en } from "../../packages/console/src/words/en.ts";
import { es } from "../../packages/console/src/words/es.ts";
import { fr } from "../../packages/console/src/words/fr.ts";

/** Each message by its path. Messages with values get the value 7. */
function sentences(words: object, path = ""): Map<string, string> {
  return new Map(
    Object.entries(words).flatMap(([name, value]): [string, string][] => {
      const here = `${path}${name}`;
      if (typeof value === "string") return [[here, value]];
      if (typeof value === "function") return [[here, String(value(7, 7))]];
      return [...sentences(value, `${here}.`)];
    }),
  );
}

test.each(Object.entries({ de, es, fr }))(
  "every English message of the console exists in %s, with the same values",
  (_, words) => {
    const english = sentences(en);
    const translated = sentences(words);
    expect([...translated.keys()].toSorted()).toEqual([...english.keys()].toSorted());
    for (const [path, sentence] of translated) {
      expect(sentence.trim(), path).not.toBe("");
      expect(/7/.test(sentence), path).toBe(/7/.test(english.get(path) ?? ""));
    }
  },
);
