import type { ErrorsByAttribute } from "../../../kernel/errors.ts";
import { type Route, reads } from "../../../kernel/route.ts";
import { creates, createsUnder } from "../../../kernel/write/creates.ts";
import { destroys } from "../../../kernel/write/destroys.ts";
import { mapConstraintErrors } from "../../../kernel/write/map-constraint-errors.ts";
import { insertRecord, updateRecord } from "../../../kernel/write/store.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { partRoutes } from "../../property/rentals/part-routes.ts";
import { fee } from "../fees/fee.ts";
import { feesTax } from "./fees-tax.ts";
import { rentalsTax } from "./rentals-tax.ts";
import { checkTax, createTax, updateTax } from "./save-tax.ts";
import { tax } from "./tax.ts";
import { taxRule } from "./tax-rule.ts";
import { taxRulesInput } from "./tax-rules-input.ts";

const scopes = ["rates_write"] as const;

const nested = { tax_rules: taxRulesInput };

/** A fee or rental has each tax at most once. */
const onceOn = (what: string): ErrorsByAttribute => ({
  tax_id: [`has already been taken: the ${what} already has this tax`],
});
const refusals = { fees_taxes_once: onceOn("fee"), rentals_taxes_once: onceOn("rental") };

export const taxesRoutes: readonly Route[] = [
  ...reads(tax),
  creates(tax, { scopes, nested, check: checkTax, create: createTax }),
  ...updates(tax, { scopes, nested, check: checkTax, update: updateTax }),
  ...reads(taxRule),
  ...partRoutes(rentalsTax, { refusals }),
  ...reads(feesTax),
  createsUnder(fee, feesTax, {
    scopes,
    create(context, parent, draft, errors) {
      errors.throwIfAny();
      return mapConstraintErrors(insertRecord(context, draft, { fee_id: parent.id }), refusals);
    },
  }),
  ...updates(feesTax, {
    scopes,
    update(context, id, draft, errors) {
      errors.throwIfAny();
      return mapConstraintErrors(updateRecord(context, id, draft), refusals);
    },
  }),
  destroys(feesTax, { scopes }),
];
