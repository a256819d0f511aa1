import type { AccountTransaction } from "../../../kernel/write/context.ts";

/** Minutes that an unpaid booking keeps its nights. */
export const holdMinutes = 15;

/** Unpaid bookings that may be open at once: of one browser, of one network, and of one account's site. */
const maxOpen = { visitor: 2, network: 4, account: 30 } as const;

/** Holds of one network in a day that ended without a payment: a robot must not hold the same nights over and over. */
const maxUnpaidOfDay = 24;

/** A guest's browser and network as keyed digests, so that no address is stored. */
export interface Visitor {
  /** Of the browser's visit. */
  readonly visitor: Buffer;
  /** Of its network. */
  readonly network: Buffer;
}

/** Serializes a site's bookings until the transaction ends, so that concurrent ones cannot exceed the limits or repeat a request. */
export async function lockSiteBookings({ transaction, account }: AccountTransaction): Promise<void> {
  await transaction.run("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`site bookings of ${account.id}`]);
}

/** Whether a visitor, their network or the account has as many unpaid bookings as allowed, now or in the last day. The site's bookings must be locked. */
export async function hasTooManyHolds(
  { transaction, account }: AccountTransaction,
  { visitor, network }: Visitor,
): Promise<boolean> {
  const row = await transaction.row<{ by_visitor: number; by_network: number; by_account: number; ended: number }>(
    `select count(*) filter (where open and visitor = $2) as by_visitor, count(*) filter (where open and network = $3) as by_network,
       count(*) filter (where open) as by_account, count(*) filter (where not open and network = $3) as ended
     from (
       select site_bookings.visitor, site_bookings.network, bookings.canceled_at is null and bookings.tentative_expires_at > now()
         and site_bookings.created_at > now() - make_interval(mins => $4) as open
       from site_bookings join bookings on bookings.account_id = $1 and bookings.id = site_bookings.booking_id
       where site_bookings.account_id = $1 and site_bookings.network is not null and not bookings.booked
         and site_bookings.created_at > now() - interval '1 day'
     ) as unpaid`,
    [account.id, visitor, network, holdMinutes],
  );
  if (!row) return false;
  const isOpenTooOften =
    row.by_visitor >= maxOpen.visitor || row.by_network >= maxOpen.network || row.by_account >= maxOpen.account;
  return isOpenTooOften || row.ended >= maxUnpaidOfDay;
}
