import type { Statement } from "../../database/sql/transaction.ts";
import type { Reader } from "../../kernel/read/visible/read-scope.ts";
import { isRegisteredRedirect } from "../../modules/platform/access/applications/redirect-uri.ts";

const registered: Statement = {
  name: "redirect URIs of a client",
  text: "select uri from applications, unnest(redirect_uris) as uri where client_id = $1::text",
};

/**
 * The external URLs that the sign-in form may lead to: when an account has already installed an application, authorizing redirects straight
 * to it. Only registered redirect URIs are allowed.
 */
export async function formTargets(database: Reader, returnTo: string): Promise<string[]> {
  const url = new URL(returnTo, "https://roost.invalid");
  const client = url.pathname === "/oauth/authorize" ? url.searchParams.get("client_id") : null;
  if (client === null || client.includes("\0")) return [];
  const target = url.searchParams.get("redirect_uri");
  if (target === null) return [];
  const rows = await database.read(registered, [client]);
  const uris = rows.flatMap(([uri]) => (uri === null || uri === undefined ? [] : [uri]));
  return isRegisteredRedirect(target, uris) ? [target] : [];
}
