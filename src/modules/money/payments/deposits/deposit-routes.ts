import type { Route } from "../../../../kernel/route.ts";
import { action } from "../../../../kernel/write/actions.ts";
import { booking } from "../../../stays/bookings/booking.ts";
import { prepareBooking } from "../../../stays/bookings/nights/prepare-booking.ts";
import { authorizeBody, authorizeDeposit, captureBody, captureDeposit, releaseByHand } from "./deposit-actions.ts";

const scopes = ["payments_write_owned", "payments_write"] as const;

/** A person's actions on a booking's damage deposit. */
export const depositRoutes: readonly Route[] = [
  action(booking, {
    on: "one",
    method: "POST",
    path: "authorize_damage_deposit",
    scopes,
    summary: "Authorize a booking's damage deposit now.",
    description:
      "Roost asks the gateway afterwards; damage_deposit_authorization shows the outcome. An earlier authorization stays in force until the new one replaces it. Roost renews it until its release.",
    prepare: prepareBooking,
    body: authorizeBody,
    run: authorizeDeposit,
  }),
  action(booking, {
    on: "one",
    method: "POST",
    path: "release_damage_deposit",
    scopes,
    summary: "Release a booking's damage deposit.",
    description: "Voids the authorization. Roost does not authorize the deposit again by itself.",
    prepare: prepareBooking,
    run: releaseByHand,
  }),
  action(booking, {
    on: "one",
    method: "POST",
    path: "capture_damage_deposit",
    scopes,
    summary: "Capture a booking's authorized damage deposit, fully or partly.",
    description:
      "The guest gets the reason and the message by e-mail once the gateway has taken the money. It does not count as paid; POST /payments/{id}/refund returns it.",
    prepare: prepareBooking,
    body: captureBody,
    run: captureDeposit,
  }),
];
