import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { generate } from "orval";
import { expect, onTestFinished, test } from "vitest";
import { typesOf } from "../../packages/client/tools/types-of.ts";
import { documentOf } from "./document.ts";

const run = promisify(execFile);

/** The compiler that builds the client. Generators need its API. */
const clientPackage = createRequire(new URL("../../packages/client/tools/types-of.ts", import.meta.url));
const compiler = join(dirname(clientPackage.resolve("typescript/package.json")), "bin/tsc");

/** Two third-party generators produce clients that compile in strict mode (conventions.md, OpenAPI). */
test.each<[string, (directory: string, document: string) => Promise<string>]>([
  [
    "orval",
    async (directory, document) => {
      const target = join(directory, "orval.ts");
      await writeFile(join(directory, "openapi.json"), document);
      await generate({ input: join(directory, "openapi.json"), output: { target, client: "fetch", mode: "single" } });
      return target;
    },
  ],
  [
    "openapi-typescript",
    async (directory, document) => {
      const target = join(directory, "openapi-typescript.ts");
      await writeFile(target, await typesOf(document));
      return target;
    },
  ],
])("%s makes a client that compiles under --strict", async (_, generated) => {
  const directory = await mkdtemp(join(tmpdir(), "roost-generated-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const target = await generated(directory, JSON.stringify(documentOf("https://roost.example")));
  const strictly = [
    "--strict",
    "--noEmit",
    "--module",
    "nodenext",
    "--target",
    "es2023",
    "--lib",
    "es2023,dom,dom.iterable",
  ];
  const compiled = run(process.execPath, [compiler, ...strictly, target]).catch(
    ({ stdout }: { readonly stdout: string }) => ({ stdout }),
  );
  expect((await compiled).stdout).toBe("");
});
