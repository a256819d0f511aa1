import { type Route, reads } from "../../../kernel/route.ts";
import { account } from "./account.ts";
import { accountsApplication } from "./accounts-application.ts";

/** GET /me is a list and the only route of its resource. */
const me: Route = {
  method: "GET",
  path: "/me",
  scopes: accountsApplication.readScopes,
  resource: accountsApplication,
  operation: { kind: "list" },
  summary: "Show the calling application's agreement with the account.",
};

export const accountsRoutes: readonly Route[] = [...reads(account), me];
