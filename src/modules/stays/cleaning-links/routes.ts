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
    description: "The answer alone shows its secret: give the address to whoever cleans. An account has at most 200.",
    body: jsonBody(cleaningLink),
    reveals: ["secret"],
    run: createCleaningLink,
  }),
  ...updates(cleaningLink, { scopes, update: updateCleaningLink, description: "The address stays as it is." }),
  destroys(cleaningLink, { scopes, description: "It leads nowhere from then on." }),
];
