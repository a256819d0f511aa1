import Type from "typebox";
import type { Route } from "../../../kernel/route.ts";
import { action } from "../../../kernel/write/actions.ts";
import { contact } from "../../property/contacts/contact.ts";
import { ownerStatement } from "./owner-statement.ts";
import { readOwnerStatements } from "./read-owner-statements.ts";
import { sendStatement, statementBody } from "./send-statement.ts";
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
  action(contact, {
    on: "one",
    method: "POST",
    path: "send_statement",
    scopes: ["payments_write"],
    summary: "E-mail an owner the statements of a month.",
    description:
      "One e-mail with the statements of all rentals that the contact owns, in a language that the contact speaks. owner_statements then shows mailed_at.",
    body: statementBody,
    meta: { mailed_rental_ids: Type.Array(Type.Integer(), { description: "The rentals in the e-mail." }) },
    run: sendStatement,
  }),
];
