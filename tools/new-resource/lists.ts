import type { Names } from "./names.ts";

/** A line for a list that a file of the project keeps. */
export interface ListedLine {
  readonly file: string;
  /** The first line that begins so begins the list; none for the file's beginning. */
  readonly list?: string;
  /** The line goes before the first one after it that begins so: the list's end. */
  readonly before: string;
  readonly line: string;
}

/** What a new resource adds to the lists of resources, routes and modules. */
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
