import { integer, string, time, uuid } from "../kernel/attribute.ts";
import { one } from "../kernel/relation.ts";
import { defineUuidResource } from "../kernel/resource.ts";

/** A booking that a discount code was used for, and what it took off. Made by the booking. */
export const discountCodeUsage = defineUuidResource("discount_code_usages", {
  singular: "discount_code_usage",
  purpose: "A booking that a discount code was used for, and what it took off the price.",
  path: "booking/discount_code_usages",
  readScopes: ["discount_code_usage_read"],
  attributes: {
    id: uuid(),
    currency: string().readOnly(),
    amount_in_cents: integer().readOnly(),
    created_at: time().readOnly(),
    canceled_at: time().readOnly(),
  },
  relations: {
    account: one("accounts"),
    booking: one("bookings"),
    discount_code: one("discount_codes"),
  },
  deletion: { column: "canceled_at", singleRead: "shown" },
});
