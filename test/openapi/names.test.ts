import { expect, test } from "vitest";
import { documentOf } from "./document.ts";
import { resolved } from "./sampler.ts";

/** Code generators convert names to PascalCase. A collision breaks the client's compilation or its types. */
const document = documentOf("https://roost.example");
const components = resolved(document, document.components);

const pascalCase = (name: string): string =>
  name.toLowerCase().replace(/(?:^|[^a-z0-9]+)([a-z0-9])/g, (_, first: string) => first.toUpperCase());

test.each(Object.entries(components))("component names of %s stay unique in PascalCase", (_, named) => {
  const names = Object.keys(Object(named));
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => /__|^_|_$/.test(name))).toEqual([]);
  const byPascalCase = Map.groupBy(names, pascalCase);
  expect([...byPascalCase.values()].filter(({ length }) => length > 1)).toEqual([]);
});

test("operation ids stay unique in PascalCase", () => {
  const operations = Object.values(Object(document.paths)).flatMap((path) => Object.values(Object(path)));
  const ids = operations.map((operation) => String(Object(operation).operationId));
  expect(new Set(ids.map(pascalCase)).size).toBe(ids.length);
});

test("every component is used", () => {
  const text = JSON.stringify(document);
  const unused = Object.entries(components)
    .filter(([kind]) => kind !== "securitySchemes")
    .flatMap(([kind, named]) => Object.keys(Object(named)).map((name) => `#/components/${kind}/${name}`))
    .filter((reference) => !text.includes(`"${reference}"`));
  expect(unused).toEqual([]);
});
