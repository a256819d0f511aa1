import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, test } from "vitest";
import { type CatalogueTree, catalogueOf } from "../src/catalogue.ts";
import { type Language, languages } from "../src/languages.ts";
import { catalogues, readCatalogue } from "../src/read-catalogue.ts";
import { type MessageCall, messageCalls, messageCallsIn } from "./message-calls.ts";

const messagesOf = (language: Language) => readCatalogue(language, ["console", "mails", "pages", "shared"]);
const filesOf = (language: Language): string[] =>
  readdirSync(join(catalogues, language), { recursive: true, encoding: "utf8" }).toSorted();

type Elements = ReturnType<IntlMessageFormat["getAst"]>;

const parsed = (message: string, language: string): Elements =>
  new IntlMessageFormat(message, language, undefined, { ignoreTag: true }).getAst();

/** The names of a message's arguments. */
function argumentsOf(elements: Elements): Set<string> {
  const found = new Set<string>();
  for (const element of elements) {
    if (!("value" in element) || element.type === 0) continue;
    found.add(element.value);
    if ("options" in element)
      for (const option of Object.values(element.options))
        for (const name of argumentsOf(option.value)) found.add(name);
  }
  return found;
}

/** The categories of each plural in a message. */
function pluralsOf(elements: Elements): string[][] {
  return elements.flatMap((element) => {
    if (!("options" in element)) return [];
    const inner = Object.values(element.options).flatMap((option) => pluralsOf(option.value));
    return "pluralType" in element ? [Object.keys(element.options), ...inner] : inner;
  });
}

/** The categories of realistic counts. Some languages have another one for millions. */
function categoriesOf(language: string): string[] {
  const rules = new Intl.PluralRules(language);
  return [...new Set(Array.from({ length: 10_000 }, (_, count) => rules.select(count)))].toSorted();
}

const english = messagesOf("en");

test("catalogues has a folder for each supported language and no others", () => {
  expect(readdirSync(catalogues).toSorted()).toEqual([...languages].toSorted());
});

describe.each(languages)("the catalogue %s", (language) => {
  const messages = messagesOf(language);

  test("has the same keys and files as the English catalogue", () => {
    expect([...messages.keys()].toSorted()).toEqual([...english.keys()].toSorted());
    expect(filesOf(language)).toEqual(filesOf("en"));
  });

  test("has only non-empty messages that ICU can parse", () => {
    for (const [key, message] of messages) {
      expect(message.trim(), key).not.toBe("");
      expect(() => parsed(message, language), key).not.toThrow();
    }
  });

  test("takes the same arguments as the English messages", () => {
    for (const [key, message] of messages)
      expect(argumentsOf(parsed(message, language)), key).toEqual(argumentsOf(parsed(english.get(key) ?? "", "en")));
  });

  test("has every plural category that the language needs", () => {
    const needed = categoriesOf(language);
    for (const [key, message] of messages)
      for (const categories of pluralsOf(parsed(message, language)))
        expect(categories, key).toEqual(expect.arrayContaining(needed));
  });
});

describe("the code", async () => {
  const calls = await messageCalls();

  test("uses every message, and only messages in the catalogue", () => {
    const unused = [...english.keys()].filter((key) => !calls.some(({ keys }) => keys?.test(key)));
    const unknown = calls.filter(({ keys }) => ![...english.keys()].some((key) => keys?.test(key)));
    expect({ unused, unknown }).toEqual({ unused: [], unknown: [] });
  });

  test("uses the messages that the first screen does without only in screens that load them", () => {
    const folder = join(catalogues, "en", "console");
    const folders = readdirSync(folder).map((section) => join(folder, section, "only"));
    const files = [...folders.filter((one) => existsSync(one)), join(catalogues, "en", "shared")].flatMap((one) =>
      readdirSync(one).map((file) => join(one, file)),
    );
    const trees = files.map((file): CatalogueTree => JSON.parse(readFileSync(file, "utf8")));
    const only = [...catalogueOf(trees).keys()];
    const loading = ["inquiries", "money", "rates", "rental-editor", "settings", join("booking", "planned")].map(
      (one) => join("packages", "console", "src", "screens", one),
    );
    // The shared sentences say themselves, in screens that load them.
    const loaded = [...loading, join("packages", "messages", "src")];
    const elsewhere = calls.filter(({ path }) => !loaded.some((one) => path.startsWith(one)));
    const found = elsewhere.flatMap(({ path, keys }) =>
      only.filter((key) => keys?.test(key)).map((key) => `${path}: ${key}`),
    );
    expect(found).toEqual([]);
    expect(only.length).toBeGreaterThan(200);
  });

  test("writes every message key as a string or a template", () => {
    expect(calls.filter(({ keys }) => keys === undefined)).toEqual([]);
    expect(calls.length).toBeGreaterThan(1000);
  });

  test("passes each message exactly its arguments", () => {
    expect(calls.flatMap(wrongValues)).toEqual([]);
  });
});

/** Missing and superfluous values of a call. Each of a template's messages may take only some of the values. */
function wrongValues({ path, keys, values }: MessageCall): string[] {
  if (keys === undefined || values === undefined) return [];
  const messages = [...english].filter(([key]) => keys.test(key));
  const taken = messages.map(([key, message]) => ({ key, names: argumentsOf(parsed(message, "en")) }));
  const missing = taken.flatMap(({ key, names }) =>
    [...names].filter((name) => !values.includes(name)).map((name) => `${path}: ${key} lacks ${name}`),
  );
  const superfluous = values.filter((name) => !taken.some(({ names }) => names.has(name)));
  return [...missing, ...superfluous.map((name) => `${path}: ${keys.source} does not take ${name}`)];
}

test.each([
  ["t('a.b', { count, name: 1 })", "a.b", ["count", "name"]],
  [`i18n?.t(\`a.\${kind}\`)`, "a.one", []],
  [`t.find(\`a.\${kind}\`, values)`, "a.one", undefined],
  ["speech.t.namesBelow('a')", "a.one", undefined],
])("finds the call %s with its key and values", (text, key, values) => {
  const [call] = messageCallsIn("a.ts", text);
  expect([call?.keys?.test(key), call?.keys?.test("a.one.more"), call?.values]).toEqual([true, false, values]);
});

test("finds both keys of a conditional, but not a computed key", () => {
  const found = messageCallsIn("a.tsx", "const a = <b>{t(yes ? 'a' : 'b')}{t(key)}</b>;");
  expect(found.map(({ keys }) => keys?.source)).toEqual(["^\\x61$", "^\\x62$", undefined]);
});
