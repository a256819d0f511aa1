import { type Route, reads } from "../../../kernel/route.ts";
import { creates, createsUnder } from "../../../kernel/write/creates.ts";
import { destroys } from "../../../kernel/write/destroys.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { rental } from "../../property/rentals/rental.ts";
import { partsOfPolicy } from "./policy-items-input.ts";
import { rentalCancelationPolicy } from "./rental-cancelation-policy.ts";
import { rentalCancelationPolicyItem } from "./rental-cancelation-policy-item.ts";
import { createPolicy, destroyPolicy, lockRentalOfPolicy, updatePolicy } from "./save-policy.ts";

const writing = { scopes: ["rentals_write"], nested: partsOfPolicy } as const;
const prepare = lockRentalOfPolicy;

export const policiesRoutes: readonly Route[] = [
  ...reads(rentalCancelationPolicy),
  creates(rentalCancelationPolicy, {
    ...writing,
    description:
      "Creates the account's policy, which applies to rentals without their own. An account has at most one.",
    create: (context, draft, errors) => createPolicy(context, undefined, draft, errors),
  }),
  createsUnder(rental, rentalCancelationPolicy, {
    ...writing,
    description: "Creates the rental's own policy, which overrides the account's. A rental has at most one.",
    create: (context, { id }, draft, errors) => createPolicy(context, id, draft, errors),
  }),
  ...updates(rentalCancelationPolicy, {
    ...writing,
    prepare,
    description: "Existing bookings keep their copies unchanged.",
    update: updatePolicy,
  }),
  destroys(rentalCancelationPolicy, { scopes: writing.scopes, prepare, destroy: destroyPolicy }),
  ...reads(rentalCancelationPolicyItem),
];
