import type { AccountTransaction } from "../../../kernel/write/context.ts";

/** SQL over `bookings` and `rentals`, with `$1` the account: the rental's gateway, else the first that accepts the booking's currency. */
export const rentalGateway = `lateral (
  select payment_gateways.id, payment_gateways.gateway_name from payment_gateways
  where payment_gateways.account_id = $1 and payment_gateways.supported_currencies ? bookings.currency
  order by payment_gateways.id is not distinct from rentals.payment_gateway_id desc, payment_gateways.id limit 1
)`;

/** The gateway of a booking; undefined if none accepts its currency. */
export async function gatewayOf(
  { transaction, account }: AccountTransaction,
  booking: number,
): Promise<number | undefined> {
  const row = await transaction.row<{ id: number }>(
    `select gateway.id from bookings join rentals on rentals.account_id = $1 and rentals.id = bookings.rental_id
     cross join ${rentalGateway} as gateway where bookings.account_id = $1 and bookings.id = $2`,
    [account.id, booking],
  );
  return row?.id;
}
