import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { documentOf } from "../../../test/openapi/document.ts";
import { typesOf } from "../tools/types-of.ts";

test("the client's types are those of today's OpenAPI document", async () => {
  const types = await typesOf(JSON.stringify(documentOf("https://roost.example")));
  const committed = await readFile(new URL("../src/api.ts", import.meta.url), "utf8");
  expect(committed === types, "src/api.ts is out of date: npm run client:types makes it anew").toBe(true);
});
