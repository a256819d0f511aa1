import { jsonBody } from "../../../kernel/request-body.ts";
import { type Route, reads } from "../../../kernel/route.ts";
import { action } from "../../../kernel/write/actions.ts";
import { destroys } from "../../../kernel/write/destroys.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { cleaningLink } from "./cleaning-link.ts";
import { createCleaningLink, updateCleaningLink } from "./save-cleaning-link.ts";

const scopes = ["bookings_write"] as const;

export const cleaningLinksRoutes: readonly Route[] = [
  ...reads(cleaningLink),
  action(cleaningLink, {
    on: "none",
    method: "POST",
    path: "",
    scopes,
    success: 201,
    summary: "Create a cleaning link.",
    description:
      "Only this response shows the secret. Give the address to the cleaner. An account has at most 200 links.",
    body: jsonBody(cleaningLink),
    reveals: ["secret"],
    run: createCleaningLink,
  }),
  ...updates(cleaningLink, { scopes, update: updateCleaningLink, description: "Keeps the address." }),
  destroys(cleaningLink, { scopes, description: "The address stops working." }),
];
