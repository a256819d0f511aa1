/**
 * A booking as JSON, written by hand in the order of the statement's columns. When the declaration of a booking changes, this must
 * follow: the benchmark compares both variants byte for byte before it measures.
 */
export function bookingRecord(row: readonly (string | null)[]): string {
  let column = 1; // The first one is the id for whoever reads by ids.
  const next = (): string | null => row[column++] ?? null;
  return (
    `{"links":{"account":${plain(next())},"rental":${plain(next())},"client":${plain(next())},"source":${plain(next())},` +
    `"inquiry":${plain(next())},"rental_agreement":${plain(next())},"bookings_fees":${ids(next())},` +
    `"bookings_taxes":${ids(next())},"booking_comments":${ids(next())},"bookings_payments":${ids(next())},` +
    `"payments":${ids(next())},"conversations":${ids(next())},"bookings_tags":${ids(next())},"rentals_tags":${ids(next())},` +
    `"discount_code_usage":${plain(next())}},"id":${plain(next())},"start_at":${time(next())},"end_at":${time(next())},` +
    `"status":${text(next())},"reference":${reference(next())},"booked":${truth(next())},"unavailable":${truth(next())},` +
    `"tentative_expires_at":${time(next())},"canceled_at":${time(next())},"cancelation_reason":${text(next())},` +
    `"cancelation_message_to_guest":${text(next())},"cancelation_message_to_channel":${text(next())},` +
    `"created_by_id":${plain(next())},"created_by_type":${text(next())},"locked":${text(next())},` +
    `"owned_by_app":${truth(next())},"adults":${plain(next())},"children":${plain(next())},"currency":${text(next())},` +
    `"initial_price":${price(next())},"initial_rental_price":${price(next())},"discount":${text(next())},` +
    `"final_rental_price":${price(next())},"final_price":${price(next())},"channel_price":${price(next())},` +
    `"commission":${price(next())},"payment_charge_commission":${price(next())},"downpayment":${price(next())},` +
    `"damage_deposit":${price(next())},"charge_damage_deposit_on_arrival":${truth(next())},` +
    `"damage_deposit_collection_method":${text(next())},` +
    `"damage_deposit_external_collection_method_name":${text(next())},"rental_payback_to_owner":${price(next())},` +
    `"final_payback_to_owner":${price(next())},"reconciliation":${price(next())},"paid_amount":${price(next())},` +
    `"authorized_amount":${price(next())},"paid_or_authorized_amount":${price(next())},` +
    `"payment_left_to_collect":${price(next())},"bookings_payments_count":${plain(next())},"payment_url":${text(next())},` +
    `"balance_due_at":${time(next())},"review_requests_count":${plain(next())},"expected_checkin_time":${text(next())},` +
    `"expected_checkout_time":${text(next())},"door_key_code":${text(next())},"external_reference":${text(next())},` +
    `"imported":${truth(next())},"notes":${text(next())},"contract_updated_at":${time(next())},"created_at":${time(next())},` +
    `"updated_at":${time(next())}}`
  );
}

function plain(value: string | null): string {
  return value ?? "null";
}

function ids(value: string | null): string {
  return value === null ? "null" : `[${value.slice(1, -1)}]`;
}

function text(value: string | null): string {
  return value === null ? "null" : JSON.stringify(value);
}

function truth(value: string | null): string {
  return value === null ? "null" : value === "t" ? "true" : "false";
}

function time(value: string | null): string {
  return value === null ? "null" : `"${value.slice(0, 10)}T${value.slice(11, 19)}Z"`;
}

/** `120.00` is `"120.0"`. */
function price(value: string | null): string {
  if (value === null) return "null";
  return `"${value.endsWith("0") ? value.slice(0, -1) : value}"`;
}

function reference(value: string | null): string {
  return value === null ? "null" : `"${Number(value).toString(36).toUpperCase().padStart(6, "0")}"`;
}
