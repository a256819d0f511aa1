/** `npm run new -- resource <name>`: generates the files of a new account-owned resource. */
import { parseArgs } from "node:util";
import { filesOf } from "./new-resource/files.ts";
import { linesFor } from "./new-resource/lists.ts";
import { NameError, namesOf } from "./new-resource/names.ts";
import { write } from "./new-resource/write.ts";

const usage = `Usage: npm run new -- resource <name> --domain <domain> [--singular <name>] [--scopes <group>]

  <name>      plural in snake_case, as in paths: cleanings
  --domain    folder of src/modules: stays
  --singular  an irregular singular: --singular person
  --scopes    scope group with _read and _write (default: rentals)
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    domain: { type: "string" },
    singular: { type: "string" },
    scopes: { type: "string", default: "rentals" },
    help: { type: "boolean", short: "h", default: false },
  },
});
const [what, name, ...more] = positionals;

if (values.help) process.stdout.write(usage);
else if (what !== "resource" || name === undefined || values.domain === undefined || more.length > 0) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  try {
    const names = namesOf(name, values.domain, values.singular, values.scopes);
    const files = await filesOf(names);
    const changed = await write(files, await linesFor(names));
    process.stdout.write(report(Object.keys(files), changed));
  } catch (error) {
    if (!(error instanceof NameError)) throw error;
    process.stderr.write(`error: ${error.message}\n`);
    process.exitCode = 1;
  }
}

function report(written: readonly string[], changed: readonly string[]): string {
  return [
    "Created:",
    ...written.map((path) => `  ${path}`),
    "Registered in:",
    ...changed.map((path) => `  ${path}`),
    'Next: add columns and attributes, then follow CONTRIBUTING.md, "Add a resource".',
    "",
  ].join("\n");
}
