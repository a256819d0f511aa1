import type { Route } from "../../../kernel/route.ts";
import { statementParameters } from "./asked-statement.ts";
import { ownerStatement } from "./owner-statement.ts";
import { readOwnerStatements } from "./read-owner-statements.ts";

export const statementsRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/owner_statements",
    scopes: ownerStatement.readScopes,
    resource: ownerStatement,
    operation: {
      kind: "read",
      parameters: statementParameters,
      texts: ["csv"],

      run: readOwnerStatements,
    },
    summary: "Get the owners' statements of rentals for a month.",
  },
];
