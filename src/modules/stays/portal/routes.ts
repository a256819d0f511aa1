import { type Route, reads } from "../../../kernel/route.ts";
import { action } from "../../../kernel/write/actions.ts";
import { creates } from "../../../kernel/write/creates.ts";
import { destroys } from "../../../kernel/write/destroys.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { agreementSignature } from "./agreement/agreement-signature.ts";
import { guestForm } from "./form/guest-form.ts";
import { guestDocuments, showDocuments } from "./form/show-documents.ts";
import { portalSetting } from "./settings/portal-setting.ts";
import { createPortalSetting, updatePortalSetting } from "./settings/save-portal-setting.ts";

const scopes = ["preferences_write"] as const;

export const portalRoutes: readonly Route[] = [
  ...reads(portalSetting),
  creates(portalSetting, {
    scopes,
    description: "A rental has one record at most, and so have all rentals without their own.",
    create: createPortalSetting,
  }),
  ...updates(portalSetting, {
    scopes,
    refusesFixed: true,
    description: "The rental never changes.",
    update: updatePortalSetting,
  }),
  destroys(portalSetting, { scopes, description: "The account's settings, or else the defaults, apply from then on." }),
  ...reads(guestForm),
  action(guestForm, {
    on: "one",
    method: "POST",
    path: "documents",
    scopes: ["clients_write"],
    summary: "Show the guests' identity documents.",
    description: "Decrypts them for this response, which is not cached. Nothing changes.",
    computes: guestDocuments,
    run: showDocuments,
  }),
  ...reads(agreementSignature),
];
