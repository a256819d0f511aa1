import type { Names } from "./names.ts";

/** A line to insert into a list in a project file. */
export interface ListedLine {
  readonly file: string;
  /** The prefix of the list's first line; absent for the file's beginning. */
  readonly list?: string;
  /** The prefix of the list's end. The new line goes before it. */
  readonly before: string;
  readonly line: string;
}

/** The lines that register a new resource, its routes and its module. */
export function linesFor({ constant, domain, file, folder, routes }: Names): ListedLine[] {
  const registry = "src/app/registry.ts";
  const module = `../modules/${domain}/${folder}`;
  return [
    { file: registry, before: "", line: `import { ${constant} } from "${module}/${file}.ts";` },
    { file: registry, before: "", line: `import { ${routes} } from "${module}/routes.ts";` },
    { file: registry, list: "export const resources", before: "];", line: `  ${constant},` },
    { file: registry, list: "export const routes", before: "];", line: `  ...${routes},` },
    { file: "layers.mjs", list: `  ${domain}: {`, before: "    },", line: `      ${key(folder)}: [],` },
  ];
}

const key = (name: string): string => (name.includes("-") ? `"${name}"` : name);
