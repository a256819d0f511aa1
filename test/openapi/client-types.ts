import { writeFile } from "node:fs/promises";
import { typesOf } from "../../packages/client/tools/types-of.ts";
import { documentOf } from "./document.ts";

/** Writes the types of the client (`npm run client:types`), in memory, without a database or a network. */
const types = await typesOf(JSON.stringify(documentOf("https://roost.example")));
await writeFile(new URL("../../packages/client/src/api.ts", import.meta.url), types);
