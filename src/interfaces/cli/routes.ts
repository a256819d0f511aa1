import type { Command } from "commander";
import type { Route } from "../../kernel/route.ts";
import { print, type Terminal } from "./terminal/terminal.ts";

/** `routes`. Loads the declarations of all resources, which other commands do without. */
export function routesCommand(parent: Command, terminal: Terminal): void {
  parent
    .command("routes")
    .description("List every route of the API with the scopes that admit to it; one of them is enough.")
    .option("--json", "print JSON")
    .action(async (options: { readonly json?: boolean }) => {
      const { routes } = await terminal.installation.registered();
      print(terminal, options, { text: table(routes), json: routes.map(listed) });
    });
}

function listed(route: Route) {
  return { method: route.method, path: `/api/v3${route.path}`, scopes: route.scopes, summary: route.summary };
}

function table(routes: readonly Route[]): string {
  const rows = routes.map(listed);
  const width = Math.max(...rows.map(({ path }) => path.length));
  return rows
    .map(({ method, path, scopes }) => `${method.padEnd(6)}  ${path.padEnd(width)}  ${scopes.join(" ")}`)
    .join("\n");
}
