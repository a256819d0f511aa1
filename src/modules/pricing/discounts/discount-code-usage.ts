import { currencySet } from "../../../core/currencies.ts";
import { integer, string, time, uuid } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineUuidResource } from "../../../kernel/resource.ts";

/** A booking's use of a discount code. Created with the booking. */
export const discountCodeUsage = defineUuidResource("discount_code_usages", {
  singular: "discount_code_usage",
  description: "A booking's use of a discount code, and the amount it took off the price.",
  path: "booking/discount_code_usages",
  readScopes: ["discount_code_usage_read"],
  attributes: {
    id: uuid(),
    currency: string()
      .among(currencySet)
      .readOnly()
      .present()
      .description("The currency of the amount: the booking's."),
    amount_in_cents: integer().readOnly().present().description("The discount, in hundredths of the currency."),
    created_at: time().readOnly().present().description("When the code was used (UTC)."),
    canceled_at: time()
      .readOnly()
      .description("When the booking was canceled and the use released; null while it counts."),
  },
  relations: {
    account: owner(),
    booking: one("bookings").present().description("The booking."),
    discount_code: one("discount_codes").present().description("The code."),
  },
  deletion: { column: "canceled_at", singleRead: "shown" },
  counted: {},
});
