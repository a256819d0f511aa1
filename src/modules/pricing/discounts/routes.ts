import { type Route, reads } from "../../../kernel/route.ts";
import { creates } from "../../../kernel/write/creates.ts";
import { destroys } from "../../../kernel/write/destroys.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { discountCode } from "./discount-code.ts";
import { discountCodeUsage } from "./discount-code-usage.ts";
import { createDiscountCode, updateDiscountCode } from "./save-discount-code.ts";

const scopes = ["discount_code_write"] as const;

export const discountsRoutes: readonly Route[] = [
  ...reads(discountCode),
  creates(discountCode, { scopes, create: createDiscountCode }),
  ...updates(discountCode, { scopes, update: updateDiscountCode }),
  destroys(discountCode, { scopes, summary: "Cancel a discount code: no further booking can use it." }),
  ...reads(discountCodeUsage),
];
