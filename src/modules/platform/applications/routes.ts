import type { ValidationErrors } from "../../../kernel/errors.ts";
import { type Route, reads } from "../../../kernel/route.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { creates } from "../../../kernel/write/creates.ts";
import { destroys } from "../../../kernel/write/destroys.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { setPriceIncrease } from "../access/applications/installation.ts";
import { application } from "./application.ts";
import { applicationsPeriodsRental } from "./applications-periods-rental.ts";
import {
  checkApplicationsPeriodsRental,
  createApplicationsPeriodsRental,
  lockRentalOfOverride,
  updateApplicationsPeriodsRental,
} from "./save-applications-periods-rental.ts";

const scopes = ["applications_write"] as const;

export const applicationsRoutes: readonly Route[] = [
  ...reads(application),
  // The registry lets rentals_write set the increase, and applications_write exists for nothing else, so either scope suffices.
  ...updates(application, { scopes: ["applications_write", "rentals_write"], update: updateApplication }),
  ...reads(applicationsPeriodsRental),
  creates(applicationsPeriodsRental, {
    scopes,
    check: checkApplicationsPeriodsRental,
    create: createApplicationsPeriodsRental,
  }),
  ...updates(applicationsPeriodsRental, {
    scopes,
    prepare: lockRentalOfOverride,
    check: checkApplicationsPeriodsRental,
    update: updateApplicationsPeriodsRental,
  }),
  destroys(applicationsPeriodsRental, {
    scopes,
    summary: "Remove an override, so that the application's default price increase applies again.",
    prepare: lockRentalOfOverride,
  }),
];

/** The increase belongs to the installation, so each account sets its own. */
async function updateApplication(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  errors.throwIfAny();
  const { default_price_increase } = application.attributes;
  if (!draft.changes(default_price_increase)) return;
  const increase = draft.input(default_price_increase) ?? null;
  await setPriceIncrease(context.transaction, context.account.id, id, increase);
}
