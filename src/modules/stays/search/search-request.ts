import { badRequest } from "../../../kernel/errors.ts";
import { assertKnown, type ListQuery, listQuery, type RawParameters } from "../../../kernel/read/query.ts";
import type { QueryScope } from "../../../kernel/read/visible/read-scope.ts";
import type { StayMoment } from "../bookings/stay-moment.ts";
import { type Corner, type sortings, stayParameters } from "./search-parameters.ts";
import { searchedRental, searchParameters } from "./searched-rental.ts";

/** The stay that a search asks for, before a rental's clock gives it nights. */
export interface SearchedStay {
  readonly start: StayMoment;
  readonly end: StayMoment;
  readonly adults: number | null;
  readonly children: number | null;
}

/** A checked search request. */
export interface SearchRequest {
  /** The list's filters, page, fields and includes. */
  readonly query: ListQuery;
  /** Undefined without dates: nothing is priced then. */
  readonly stay: SearchedStay | undefined;
  readonly includeNotAvailable: boolean;
  readonly includeTentative: boolean;
  /** The currency of all amounts; undefined for each rental's own. */
  readonly currency: string | undefined;
  /** Price bounds in hundredths. */
  readonly minPrice: number | undefined;
  readonly maxPrice: number | undefined;
  /** Undefined sorts by id. */
  readonly sort: (typeof sortings)[number] | undefined;
  readonly isDescending: boolean;
  readonly map: { readonly southWest: Corner; readonly northEast: Corner } | undefined;
}

/** Reads a search's parameters. @throws RequestError 400 naming the parameter */
export function readSearchRequest(scope: QueryScope, raw: RawParameters): SearchRequest {
  assertKnown(raw, Object.keys(searchParameters));
  const own = stayParameters;
  const ownNames = new Set(Object.values(own).map(({ name }) => name));
  const filters = new Map([...raw].filter(([name]) => !ownNames.has(name)));
  return {
    query: listQuery(scope, searchedRental, filters),
    stay: stayIn(raw),
    includeNotAvailable: own.includeNotAvailable.in(raw) ?? false,
    includeTentative: own.includeTentative.in(raw) ?? false,
    currency: own.exchangeToCurrency.in(raw),
    minPrice: inHundredths(own.minPrice.in(raw)),
    maxPrice: inHundredths(own.maxPrice.in(raw)),
    sort: own.sort.in(raw),
    isDescending: own.direction.in(raw) === "desc",
    map: mapIn(raw),
  };
}

function stayIn(raw: RawParameters): SearchedStay | undefined {
  const { startAt, endAt } = stayParameters;
  const [start, end] = [startAt.in(raw), endAt.in(raw)];
  const [adults, children] = [stayParameters.adults.in(raw) ?? null, stayParameters.children.in(raw) ?? null];
  if (adults === null && children) throw badRequest("The parameter adults is missing: children need an adult.");
  if (start === undefined && end === undefined) return undefined;
  if (start === undefined) throw badRequest("The parameter start_at is missing: end_at needs it.");
  if (end === undefined) throw badRequest("The parameter end_at is missing: start_at needs it.");
  return { start, end, adults, children };
}

function mapIn(raw: RawParameters): SearchRequest["map"] {
  const [southWest, northEast] = [stayParameters.southWest.in(raw), stayParameters.northEast.in(raw)];
  if (southWest === undefined && northEast === undefined) return undefined;
  if (southWest === undefined) throw badRequest("The parameter bb_sw is missing: bb_ne needs it.");
  if (northEast === undefined) throw badRequest("The parameter bb_ne is missing: bb_sw needs it.");
  if (southWest.lat > northEast.lat) throw badRequest("The parameter bb_sw must not lie north of bb_ne.");
  return { southWest, northEast };
}

function inHundredths(units: number | undefined): number | undefined {
  return units === undefined ? undefined : units * 100;
}
