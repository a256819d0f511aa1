import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { inForce, type PolicyInForce } from "../../../pricing/policies/copy-policy.ts";
import { pricesVersion, pricesVersionJoins } from "../../../pricing/rates/prices-version.ts";
import {
  type BookingInTheWay,
  bookingsInTheWay,
  firstInOwnRental,
  nightsValues,
  type WantedNights,
} from "../nights/nights.ts";

/** What a new booking of a rental is checked against, read under the lock of its calendar. */
export interface CreationChecks {
  /** Of the booking: drawn beforehand, so that what belongs to it is sent along with it. One that comes to nothing leaves a gap. */
  readonly id: number;
  /** Of the rental's prices (`pricesVersion`). */
  readonly version: string;
  readonly policy: PolicyInForce | undefined;
  readonly inTheWay: readonly BookingInTheWay[];
}

const checks = `select nextval('bookings_id_seq') as id,
    (select ${pricesVersion} from rentals ${pricesVersionJoins} where rentals.account_id = $1 and rentals.id = $2) as version,
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

/** Reads them in one statement. @param wanted undefined where the booking takes no nights */
export async function readChecks(
  context: AccountTransaction,
  rental: number,
  wanted: WantedNights | undefined,
): Promise<CreationChecks> {
  const { transaction, account } = context;
  const values = wanted ? nightsValues(account.id, wanted) : [account.id, rental, null, null, null, 0, 0];
  const row = await transaction.row<ChecksRow>(checks, values);
  if (!row) throw new Error("The checks of a booking gave no row.");
  const { id, version, policy, days, percentages } = row;
  return {
    id,
    version,
    policy: policy === null || days === null || percentages === null ? undefined : { id: policy, days, percentages },
    inTheWay: wanted ? await allInTheWay(context, row, wanted) : [],
  };
}

/** Linked rentals, and holds that have expired, are looked at by themselves. */
async function allInTheWay(
  context: AccountTransaction,
  { inTheWay, rental, expired, tooNear, name }: ChecksRow,
  wanted: WantedNights,
): Promise<readonly BookingInTheWay[]> {
  if (expired || wanted.linked.length > 0) return bookingsInTheWay(context, wanted);
  if (inTheWay === null || rental === null || tooNear === null || name === null) return [];
  return [{ id: inTheWay, rental, tooNear, name }];
}
