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
    summary: "Make one client of two that are the same guest, for good.",
    description:
      "Bookings, conversations, reviews and mails of the merged client become the client's, who takes from it what is not known otherwise: names, papers, the notes of both, and every address, e-mail and phone. The merged one leaves the lists (meta.deleted_ids tells), keeps its id and the link to who was kept, and holds nothing personal any more; its history is erased. Only the account's own people may.",
    body: mergeBody,
    prepare: lockBoth,
    run: mergeClient,
  }),
];
