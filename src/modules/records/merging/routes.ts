import type { Route } from "../../../kernel/route.ts";
import { action } from "../../../kernel/write/actions.ts";
import { client } from "../../stays/clients/client.ts";
import { lockBoth, mergeBody, mergeClient } from "./merge-client.ts";

export const mergingRoutes: readonly Route[] = [
  action(client, {
    on: "one",
    method: "POST",
    path: "merge",
    scopes: ["clients_write"],
    summary: "Merge two clients who are the same guest.",
    description:
      "Moves the merged client's bookings, invoices, forms, signatures, conversations, reviews and e-mails to this client. Blank names and papers are filled in from the merged client; notes, addresses, e-mail addresses and phone numbers are combined. The merged client leaves the lists (see meta.deleted_ids) but keeps its id and a link to this client. Its personal data and history are erased. Only the account's own people can merge clients, and a merge can't be undone.",
    body: mergeBody,
    prepare: lockBoth,
    run: mergeClient,
  }),
];
