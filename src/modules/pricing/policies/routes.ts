import { type Route, reads } from "../../../kernel/route.ts";
import { creates, createsUnder } from "../../../kernel/write/creates.ts";
import { destroys } from "../../../kernel/write/destroys.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { rental } from "../../property/rentals/rental.ts";
import { partsOfPolicy } from "./given-policy-items.ts";
import { rentalCancelationPolicy } from "./rental-cancelation-policy.ts";
import { rentalCancelationPolicyItem } from "./rental-cancelation-policy-item.ts";
import { createPolicy, destroyPolicy, lockRentalOfPolicy, updatePolicy } from "./save-policy.ts";

const writing = { scopes: ["rentals_write"], nested: partsOfPolicy } as const;
const prepare = lockRentalOfPolicy;

export const policiesRoutes: readonly Route[] = [
  ...reads(rentalCancelationPolicy),
  creates(rentalCancelationPolicy, {
    ...writing,
    description: "The policy of the account, for all rentals without one of their own. There is one at most.",
    create: (context, draft, errors) => createPolicy(context, undefined, draft, errors),
  }),
  createsUnder(rental, rentalCancelationPolicy, {
    ...writing,
    description: "The rental's own policy, instead of the account's. There is one at most.",
    create: (context, { id }, draft, errors) => createPolicy(context, id, draft, errors),
  }),
  ...updates(rentalCancelationPolicy, {
    ...writing,
    prepare,
    description: "Bookings that are made keep their copies as they are.",
    update: updatePolicy,
  }),
  destroys(rentalCancelationPolicy, { scopes: writing.scopes, prepare, destroy: destroyPolicy }),
  ...reads(rentalCancelationPolicyItem),
];
