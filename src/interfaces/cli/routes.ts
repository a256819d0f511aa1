import type { Command } from "commander";
import type { Route } from "../../kernel/route.ts";
import { print, type Terminal } from "./terminal/terminal.ts";

/** `routes` */
export function routesCommand(parent: Command, terminal: Terminal): void {
  parent
    .command("routes")
    .description("List the API's routes with their scopes. A token needs one of a route's scopes.")
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
