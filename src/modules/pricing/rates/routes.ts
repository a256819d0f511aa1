import { type Route, reads } from "../../../kernel/route.ts";
import { creates, createsUnder } from "../../../kernel/write/creates.ts";
import { destroys } from "../../../kernel/write/destroys.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { partRoutes } from "../../property/rentals/part-routes.ts";
import { checkOverriddenRental, checkRateOverride } from "./check-rate-override.ts";
import { losMeta, losParameters } from "./los/los-query.ts";
import { losRecord } from "./los/los-record.ts";
import { readLosRecords } from "./los/read-los-records.ts";
import { midTermRateMap } from "./maps/mid-term-rate-map.ts";
import { nightlyRateMap } from "./maps/nightly-rate-map.ts";
import { lockRentalOfMap, writeMidTermRateMap, writeNightlyRateMap } from "./maps/write-map.ts";
import { period } from "./period.ts";
import { rateOverride } from "./rate-override.ts";
import { ratesRule } from "./rates-rule.ts";
import { ratesTable } from "./rates-table.ts";
import { season } from "./season.ts";
import { checkOfferStart, checkSpecialOffer, specialOffer } from "./special-offer.ts";
import { rate } from "./static/rate.ts";
import { archivePeriod, checkPeriod, createPeriod, updatePeriod } from "./tables/save-period.ts";
import { createRatesRule, destroyRatesRule, updateRatesRule } from "./tables/save-rates-rule.ts";
import { createRatesTable, destroyRatesTable, updateRatesTable } from "./tables/save-rates-table.ts";
import { createSeason, destroySeason, updateSeason } from "./tables/save-season.ts";
import { lockRatesTable, lockTableOf } from "./tables/table-change.ts";

const scopes = ["rates_write"] as const;

export const ratesRoutes: readonly Route[] = [
  ...reads(ratesTable),
  creates(ratesTable, { scopes, create: createRatesTable }),
  ...updates(ratesTable, { scopes, update: updateRatesTable }),
  destroys(ratesTable, {
    scopes,
    summary: "Delete an unused rates table with its seasons, periods and rules.",
    destroy: destroyRatesTable,
  }),

  ...reads(season),
  createsUnder(ratesTable, season, { scopes, prepare: lockRatesTable, create: createSeason }),
  ...updates(season, { scopes, prepare: lockTableOf(season), update: updateSeason }),
  destroys(season, {
    scopes,
    summary: "Delete a season with its periods and the rules that apply only in it.",
    prepare: lockTableOf(season),
    destroy: destroySeason,
  }),

  ...reads(period),
  createsUnder(season, period, {
    scopes,
    prepare: lockTableOf(season),
    check: checkPeriod,
    create: createPeriod,
  }),
  ...updates(period, { scopes, prepare: lockTableOf(period), check: checkPeriod, update: updatePeriod }),
  destroys(period, {
    scopes,
    summary: "Archive a period.",
    prepare: lockTableOf(period),
    destroy: archivePeriod,
  }),

  ...reads(ratesRule),
  createsUnder(ratesTable, ratesRule, { scopes, prepare: lockRatesTable, create: createRatesRule }),
  ...updates(ratesRule, { scopes, prepare: lockTableOf(ratesRule), update: updateRatesRule }),
  destroys(ratesRule, { scopes, prepare: lockTableOf(ratesRule), destroy: destroyRatesRule }),

  ...partRoutes(specialOffer, {
    scopes,
    check: checkSpecialOffer,
    checkInRental: (context, rental, _, draft, errors) => checkOfferStart(context, rental, draft, errors),
  }),
  ...partRoutes(rateOverride, { scopes, check: checkRateOverride, checkInRental: checkOverriddenRental }),
  ...reads(nightlyRateMap),
  ...updates(nightlyRateMap, { scopes, prepare: lockRentalOfMap(nightlyRateMap), update: writeNightlyRateMap }),
  ...reads(midTermRateMap),
  ...updates(midTermRateMap, { scopes, prepare: lockRentalOfMap(midTermRateMap), update: writeMidTermRateMap }),

  ...reads(rate),
  {
    method: "GET",
    path: `/${losRecord.path}`,
    scopes: losRecord.readScopes,
    resource: losRecord,
    operation: { kind: "read", parameters: losParameters, meta: losMeta, run: readLosRecords },
    summary: "Get length-of-stay records: the prices of 1 to 30 nights from each check-in day.",
  },
];
