import { largestHundredths } from "../../../core/hundredths.ts";
import type { Attribute } from "../../../kernel/attribute.ts";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import type { BookingToPay } from "../../stays/bookings/change/paid-booking.ts";
import { hundredths } from "../../stays/bookings/change/paid-totals.ts";
import { holdsCardNumber } from "./card/card-number.ts";
import { payment } from "./payment.ts";
import { needsGateway, ownKinds } from "./payment-kinds.ts";

const { attributes, relations } = payment;
const { written: gatewayId } = relations.payment_gateway;

const names = new Map<Attribute<unknown>, string>(
  Object.entries(attributes).map(([name, attribute]) => [attribute, name]),
);

/** A booking's facts that limit its payments. */
type ChargedBooking = Pick<BookingToPay, "currency" | "paidAmount" | "expired" | "canceledAt">;

/** A draft and the collector of its problems. */
interface Checked {
  readonly draft: Draft;
  readonly errors: ValidationErrors;
}

/**
 * Checks a write to a payment, on top of the stored values, and adds every problem to `errors` (service.md, Payment).
 * @returns whether it is an order to a gateway: a gateway kind without `paid_at` and `authorized_at`
 */
export async function checkPayment(context: WriteContext, checked: Checked, booking: ChargedBooking): Promise<boolean> {
  const { draft, errors } = checked;
  checkWords(context, checked);
  checkAmount(checked, booking);
  for (const name of ["paid_at", "authorized_at"] as const) {
    const at = draft.value(attributes[name]);
    if (typeof at === "number" && draft.changes(attributes[name]) && at > context.now)
      errors.add(name, "must be in the past");
  }
  const kind = draft.value(attributes.kind);
  if (!kind) return false;
  const own = ownKinds[kind];
  if (own !== undefined && draft.changes(attributes.kind)) {
    errors.add("kind", own);
    return false;
  }
  const currencies = await checkGateway(context, checked, needsGateway(kind));
  if (!needsGateway(kind)) {
    if (typeof draft.value(attributes.paid_at) !== "number")
      errors.add("paid_at", `can't be blank for the kind ${kind}`);
    return false;
  }
  const hasMoved = [attributes.paid_at, attributes.authorized_at].some((moment) => draft.value(moment) != null);
  if (hasMoved) return false;
  return checkOrder(checked, booking, currencies);
}

/** Checks that apply to the text attributes of every payment. */
export function checkWords(context: WriteContext, checked: Checked): void {
  refuseCardNumbers(checked);
  checkPerson(context, checked);
}

/** Only gateways may hold full card numbers. The message does not repeat the number. */
function refuseCardNumbers({ draft, errors }: Checked): void {
  for (const [attribute, value] of draft.entries()) {
    const name = names.get(attribute);
    if (name === undefined || attribute === attributes.card) continue;
    if (typeof value === "string" && holdsCardNumber(value)) errors.add(name, "must not contain a card number");
  }
}

function checkAmount({ draft, errors }: Checked, booking: ChargedBooking): void {
  const amount = draft.value(attributes.amount_in_cents);
  if (typeof amount === "number" && amount <= 0) errors.add("amount_in_cents", "must be greater than 0");
  const currency = draft.value(attributes.currency);
  if (currency && currency !== booking.currency && !errors.has("currency"))
    errors.add("currency", `must be the booking's: ${booking.currency}`);
  const before = draft.creating ? 0 : (draft.stored(attributes.amount_in_cents) ?? 0);
  const sum = booking.paidAmount + hundredths((amount ?? 0) - before, booking.currency);
  if (sum > largestHundredths)
    errors.add("amount_in_cents", "exceeds the maximum together with the amounts already paid");
}

function checkPerson({ account }: WriteContext, { draft, errors }: Checked): void {
  const locale = draft.input(attributes.locale);
  if (locale && !account.selectedLocales.includes(locale))
    errors.add("locale", `must be one of the account's locales: ${account.selectedLocales.join(", ")}`);
  if (draft.value(attributes.country_code) === "US" && !draft.value(attributes.state))
    errors.add("state", "can't be blank when country_code is US");
}

/** Checks the gateway attributes. @returns the gateway's currencies; undefined when no gateway was found */
async function checkGateway(
  { transaction, account }: WriteContext,
  { draft, errors }: Checked,
  isNeeded: boolean,
): Promise<readonly string[] | undefined> {
  const type = draft.value(attributes.gateway_type);
  const name = draft.value(attributes.gateway_name);
  const id = gatewayId && draft.value(gatewayId.attribute);
  const input = { gateway_id: id, gateway_type: type, gateway_name: name };
  if (isNeeded) {
    for (const [key, value] of Object.entries(input)) {
      if (!value && !errors.has(key)) errors.add(key, "can't be blank for the kinds instant-booking and service");
    }
  }
  if (typeof id !== "number" || errors.has("gateway_id")) return undefined;
  const row = await transaction.row<{ gateway_name: string; supported_currencies: string[] }>(
    "select gateway_name, supported_currencies from payment_gateways where account_id = $1 and id = $2",
    [account.id, id],
  );
  if (row && name && row.gateway_name !== name)
    errors.add("gateway_name", `must be the gateway's: ${row.gateway_name}`);
  return row && [...row.supported_currencies];
}

/** An order needs a token, a gateway that supports the currency, and a booking that can still be charged. */
function checkOrder(
  { draft, errors }: Checked,
  booking: ChargedBooking,
  currencies: readonly string[] | undefined,
): boolean {
  if (!draft.value(attributes.credit_card_token))
    errors.add("credit_card_token", "can't be blank without paid_at or authorized_at");
  if (draft.value(attributes.gateway_type) === "PaypalExpressGateway")
    errors.add(
      "gateway_type",
      "must be PaymentGateway for a charge. Only payments with paid_at can use PaypalExpressGateway.",
    );
  if (draft.value(attributes.transaction_id))
    errors.add("transaction_id", "must be blank for an order: the gateway sets it");
  if (currencies && currencies.length > 0 && !currencies.includes(booking.currency))
    errors.add("gateway_id", `does not accept ${booking.currency}`);
  const isBookedAgain = booking.expired && draft.value(attributes.kind) === "instant-booking";
  if (booking.canceledAt !== null && !isBookedAgain)
    errors.add("base", "the booking is canceled and cannot be charged");
  return true;
}
