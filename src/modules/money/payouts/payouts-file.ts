import { type Currency, currencies } from "../../../core/currencies.ts";
import { FileObject, FileProblems } from "./file-object.ts";
import { type LineKind, lineKinds, type MovementKind, maxLines, movementKinds } from "./line-kinds.ts";

/** A line of a payout; amounts are minor units. */
export interface PayoutLine {
  readonly bookingId: number | null;
  readonly paymentId: number | null;
  readonly kind: LineKind;
  readonly gross: number;
  readonly fee: number;
  readonly net: number;
}

/** Common to both kinds of payouts. `at` is the position in the file. */
interface AnyPayout {
  readonly at: string;
  readonly reference: string;
  readonly amount: number;
  readonly currency: Currency;
  /** Epoch milliseconds. */
  readonly paidAt: number;
}

export interface PayoutInFile extends AnyPayout {
  readonly gatewayId: number;
  readonly channelReferences: readonly string[];
  readonly lines: readonly PayoutLine[];
}

/** A line of a channel payout; amounts are minor units. */
export interface ChannelPayoutLine {
  readonly bookingId: number;
  readonly gross: number;
  readonly cleaningFee: number;
  readonly cityTax: number;
  readonly commission: number;
  /** Null if the channel does not report it. */
  readonly paymentCharge: number | null;
  readonly deductions: number;
  readonly net: number;
}

export interface Movement {
  readonly kind: MovementKind;
  readonly description: string | null;
  readonly amount: number;
}

export interface ChannelPayoutInFile extends AnyPayout {
  readonly sourceId: number;
  readonly channel: string;
  readonly lines: readonly ChannelPayoutLine[];
  readonly movements: readonly Movement[];
}

/** A file of payouts (docs/concepts/payouts.md). */
export interface PayoutsFile {
  readonly payouts: readonly PayoutInFile[];
  readonly channelPayouts: readonly ChannelPayoutInFile[];
}

const maxReferenceLength = 255;
/** Per kind and file. */
const maxPayouts = 1000;

/** Parses a file without checking its sums. @throws RequestError 422 naming each invalid position */
export function readPayoutsFile(text: string): PayoutsFile {
  const problems = new FileProblems();
  const root = new FileObject(parsed(text, problems), "", problems);
  const file = {
    payouts: root.objects("payouts", maxPayouts, "optional", payoutIn),
    channelPayouts: root.objects("channel_payouts", maxPayouts, "optional", channelPayoutIn),
  };
  root.close();
  if (file.payouts.length + file.channelPayouts.length === 0) problems.add("the file", "has no payouts");
  problems.throwIfAny();
  return file;
}

function parsed(text: string, problems: FileProblems): unknown {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    problems.add("the file", `is not valid JSON: ${error.message}`);
    return {};
  }
}

function commonIn(object: FileObject): AnyPayout {
  return {
    at: object.at,
    reference: object.text("reference", maxReferenceLength),
    amount: object.amount("amount_in_cents"),
    currency: object.oneOf("currency", currencies),
    paidAt: object.moment("paid_at"),
  };
}

function payoutIn(object: FileObject): PayoutInFile {
  return {
    ...commonIn(object),
    gatewayId: object.id("payment_gateway_id"),
    channelReferences: object.texts("related_channel_payout_references", maxLines, maxReferenceLength),
    lines: object.objects("lines", maxLines, "required", lineIn),
  };
}

function lineIn(object: FileObject): PayoutLine {
  return {
    bookingId: object.idOrNull("booking_id"),
    paymentId: object.idOrNull("payment_id"),
    kind: object.oneOf("kind", lineKinds),
    gross: object.amount("gross_in_cents"),
    fee: object.amount("fee_in_cents"),
    net: object.amount("net_in_cents"),
  };
}

function channelPayoutIn(object: FileObject): ChannelPayoutInFile {
  return {
    ...commonIn(object),
    sourceId: object.id("source_id"),
    channel: object.text("channel", maxReferenceLength),
    lines: object.objects("lines", maxLines, "required", channelLineIn),
    movements: object.objects("movements", maxLines, "optional", movementIn),
  };
}

function channelLineIn(object: FileObject): ChannelPayoutLine {
  return {
    bookingId: object.id("booking_id"),
    gross: object.amount("gross_in_cents"),
    cleaningFee: object.amountOrNull("cleaning_fee_in_cents") ?? 0,
    cityTax: object.amountOrNull("city_tax_in_cents") ?? 0,
    commission: object.amountOrNull("commission_in_cents") ?? 0,
    paymentCharge: object.amountOrNull("payment_charge_in_cents"),
    deductions: object.amountOrNull("deductions_in_cents") ?? 0,
    net: object.amount("net_in_cents"),
  };
}

function movementIn(object: FileObject): Movement {
  return {
    kind: object.oneOf("kind", movementKinds),
    description: object.textOrNull("description", maxReferenceLength),
    amount: object.amount("amount_in_cents"),
  };
}
