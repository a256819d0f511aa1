import type { Route } from "../../../kernel/route.ts";
import { ownerStatement } from "./owner-statement.ts";
import { readOwnerStatements } from "./read-owner-statements.ts";
import { statementParameters } from "./statement-query.ts";

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
    summary: "Get the owner statements of rentals for a month.",
  },
];
