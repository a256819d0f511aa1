import { type Route, reads } from "../../../kernel/route.ts";
import { creates } from "../../../kernel/write/creates.ts";
import { destroys } from "../../../kernel/write/destroys.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { partRoutes } from "../../property/rentals/part-routes.ts";
import { checkApplicability, holdSeasons, leaveSeasons, rentalsFeeColumns } from "./applicability.ts";
import { archiveFee } from "./archive-fee.ts";
import { fee } from "./fee.ts";
import { checkRentalsFeeExchange } from "./fee-exchange.ts";
import { rentalsFee } from "./rentals-fee.ts";
import { checkFee, createFee, updateFee } from "./save-fee.ts";

const scopes = ["rates_write"] as const;

export const feesRoutes: readonly Route[] = [
  ...reads(fee),
  creates(fee, { scopes, check: checkFee, create: createFee }),
  ...updates(fee, { scopes, check: checkFee, update: updateFee }),
  destroys(fee, { scopes, summary: "Archive a fee and its rentals fees.", destroy: archiveFee }),
  ...partRoutes(rentalsFee, {
    check: checkApplicability,
    serverSet: rentalsFeeColumns,
    checkInRental: checkRentalsFeeExchange,
    before: holdSeasons,
    after: leaveSeasons,
    deletion: "Archive a rentals fee.",
  }),
];
