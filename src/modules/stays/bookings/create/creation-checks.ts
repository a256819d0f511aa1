import { inForce, type PolicyInForce } from "../../../pricing/policies/copy-policy.ts";
import { pricesVersion, pricesVersionJoins } from "../../../pricing/rates/prices-version.ts";
import {
  type BookingInTheWay,
  type FoundRow,
  firmlyInTheWay,
  firstInOwnRental,
  type NightsContext,
  nightsValues,
  type RequestedNights,
  searchLinked,
} from "../nights/nights.ts";

/** The data that a new booking is checked against, read under its calendar's lock. */
export interface CreationChecks {
  /** The booking's id, allocated in advance so that its parts can be pipelined. A failed creation leaves a gap. */
  readonly id: number;
  /** The rental's price version (`pricesVersion`). */
  readonly version: string;
  readonly policy: PolicyInForce | undefined;
  readonly inTheWay: readonly BookingInTheWay[];
}

const checks = `select nextval('bookings_id_seq') as id,
    (select ${pricesVersion} from rentals ${pricesVersionJoins("= $1")} where rentals.account_id = $1 and rentals.id = $2) as version,
    policy.id as policy, policy.days, policy.percentages,
    found.id as "inTheWay", found.rental, found.expired, found."tooNear", found.name
  from (select) as always left join (${inForce}) as policy on true left join (${firstInOwnRental}) as found on true`;

type ChecksRow = {
  id: number;
  version: string;
  policy: number | null;
  days: string | null;
  percentages: string | null;
  inTheWay: number | null;
  rental: number | null;
  expired: boolean | null;
  tooNear: boolean | null;
  name: string | null;
};

/** Reads all checks in one statement. @param requested undefined if the booking takes no nights */
export async function readChecks(
  context: NightsContext,
  rental: number,
  requested: RequestedNights | undefined,
): Promise<CreationChecks> {
  const { transaction, account } = context;
  const values = requested ? nightsValues(context, requested) : [account.id, rental, null, null, null, 0, 0];
  const [row, linked] = await Promise.all([
    transaction.row<ChecksRow>(checks, values),
    requested ? searchLinked(context, requested) : [],
  ]);
  if (!row) throw new Error("The booking checks returned no row.");
  const { id, version, policy, days, percentages } = row;
  return {
    id,
    version,
    policy: policy === null || days === null || percentages === null ? undefined : { id: policy, days, percentages },
    inTheWay: requested ? await firmlyInTheWay(context, requested, [...ownIn(row), ...linked]) : [],
  };
}

/** The rental's own booking in the way, if any. */
function ownIn({ inTheWay: id, rental, expired, tooNear, name }: ChecksRow): FoundRow[] {
  if (id === null || rental === null || tooNear === null || name === null) return [];
  return [{ id, rental, expired, tooNear, name }];
}
