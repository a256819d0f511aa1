import { type Route, reads } from "../../../kernel/route.ts";
import { action } from "../../../kernel/write/actions.ts";
import { creates } from "../../../kernel/write/creates.ts";
import { destroys } from "../../../kernel/write/destroys.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { upload } from "../../platform/files/upload.ts";
import { logoTypes } from "../../platform/preferences/save-logo.ts";
import { bookingSite } from "./booking-site.ts";
import { checkDomain } from "./domain/check-domain.ts";
import { createBookingSite, destroyBookingSite, updateBookingSite } from "./save-booking-site.ts";

const scopes = ["preferences_write"] as const;
const writes = { scopes, upload: upload("logo", logoTypes) };

export const sitesRoutes: readonly Route[] = [
  ...reads(bookingSite),
  creates(bookingSite, {
    ...writes,
    create: createBookingSite,
    description: "An account has at most one site. Switch it off to hide it.",
  }),
  action(bookingSite, {
    on: "one",
    method: "POST",
    path: "check_domain",
    scopes,
    success: 202,
    summary: "Check the site's own host name now.",
    description: "Looks for the DNS record of domain_record_name soon. domain_state shows the result.",
    run: checkDomain,
  }),
  ...updates(bookingSite, { ...writes, update: updateBookingSite }),
  destroys(bookingSite, {
    scopes,
    destroy: destroyBookingSite,
    description: "Its address becomes free for other accounts. To hide the site, switch it off instead.",
  }),
];
