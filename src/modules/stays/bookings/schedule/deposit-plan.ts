import Type from "typebox";
import { structure } from "../../../../kernel/attribute.ts";
import { problem } from "../../../../kernel/values/value-type.ts";

/** SQL over `bookings`: Roost may authorize its damage deposit. */
export const isDepositBooking = `(bookings.damage_deposit is not null and not bookings.unavailable and not bookings.imported
  and bookings.created_by_type <> 'Booking' and bookings.damage_deposit_collection_method is distinct from 'external')`;

/** SQL: the days before arrival on which a deposit is authorized; null where only a person authorizes. */
const daysBefore = "coalesce(rentals.damage_deposit_authorized_before, accounts.damage_deposit_authorized_before)";

/**
 * SQL over `bookings`, `rentals` and `accounts`: when a deposit is authorized and released, as readings of the rental's clock. The
 * authorization is never planned before the booking; null where only a person authorizes.
 */
export const depositPlan = {
  authorizeAt: `greatest(
    bookings.start_at - make_interval(days => ${daysBefore}),
    case when ${daysBefore} is not null
      then date_trunc('second', bookings.created_at) at time zone rentals.time_zone at time zone 'UTC' end)`,
  releaseAt:
    "bookings.end_at + make_interval(days => coalesce(rentals.refund_damage_deposit_after, accounts.damage_deposit_released_after))",
} as const;

const nullable = <T extends Type.TSchema>(type: T) => Type.Union([type, Type.Null()]);
const moment = () => nullable(Type.String({ format: "date-time" }));
const states = ["planned", "authorizing", "authorized", "capturing", "captured", "failed", "released"] as const;

const authorization = Type.Object(
  {
    state: Type.Enum([...states]),
    amount: Type.String({ description: "The amount of the newest authorization, else the booking's damage_deposit." }),
    authorize_at: moment(),
    authorized_until: moment(),
    release_at: moment(),
    has_card: Type.Boolean({ description: "Whether the guest left a card, so that Roost can authorize without them." }),
    asked_at: moment(),
    failure_reason: nullable(Type.String()),
    payment_id: nullable(
      Type.Integer({ description: "The authorization in force: a payment of kind damage-deposit." }),
    ),
    captured_amount: nullable(Type.String()),
    capture_reason: nullable(Type.String()),
    message_to_guest: nullable(Type.String()),
  },
  { description: "authorize_at and release_at are readings of the rental's clock." },
);

/** SQL: the state of a booking's damage deposit by authorization; null if none is planned or begun. */
export const depositAuthorization = `case when ${isDepositBooking} then (
  select case when deposits.id is not null or ${daysBefore} is not null then json_build_object(
    'state', coalesce(deposits.state, 'planned'), 'amount', api_decimal(coalesce(deposits.deposit, bookings.damage_deposit)),
    'authorize_at', api_time(${depositPlan.authorizeAt}), 'authorized_until', api_time(deposits.authorized_until), 'release_at', api_time(${depositPlan.releaseAt}),
    'has_card', deposits.sealed_card is not null, 'asked_at', api_time(deposits.asked_at), 'failure_reason', deposits.failure_reason,
    'payment_id', deposits.payment_id,
    'captured_amount', case when deposits.state = 'captured' then api_decimal(deposits.captured_amount) end,
    'capture_reason', deposits.capture_reason, 'message_to_guest', deposits.message_to_guest
  ) end
  from rentals join accounts on accounts.id = rentals.account_id
  left join damage_deposits as deposits on deposits.account_id = :account_of(bookings) and deposits.booking_id = bookings.id
  where rentals.account_id = :account_of(bookings) and rentals.id = bookings.rental_id
) end`;

/** A booking's `damage_deposit_authorization`. */
export const depositState = () =>
  structure<object>({
    title: "Object",
    sqlType: "json",
    schema: authorization,
    accept: () => problem("is read-only"),
    isValue: (candidate): candidate is object => typeof candidate === "object" && candidate !== null,
  });
