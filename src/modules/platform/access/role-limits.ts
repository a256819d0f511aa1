import type { Limits, SeenPart } from "../../../kernel/limits.ts";

/** SQL: the rental is assigned to the person. @param table with `account_id` @param rental SQL of the rental's id */
const theirs = (table: string, rental: string): string =>
  `exists (select from membership_rentals as assigned where assigned.account_id = :account_of(${table})
    and assigned.user_id = :user and assigned.rental_id = ${rental})`;

/** SQL: the row's booking meets a condition. */
const ofBooking = (table: string, bookingId: string, condition: string): string =>
  `exists (select from bookings where bookings.account_id = :account_of(${table}) and bookings.id = ${bookingId} and ${condition})`;

const all: SeenPart = { attributes: "all", relations: "all", search: "all" };
const words = (text: string): string[] => text.trim().split(/\s+/);
const part = (attributes: string, more: Partial<SeenPart> = {}): SeenPart => ({
  attributes: words(attributes),
  relations: [],
  search: [],
  ...more,
});

/** The account without its contact details. */
const account = part("id business_name default_locale selected_locales time_zone created_at updated_at");

const changes = ["GET /events", "GET /event_types"];

/** Search parameters for a calendar. */
const staySearch = words("from until months status include_canceled rental_id");

/** Managers cannot see applications and payouts, not even in the audit log; only owners can. */
export const managerLimits: Limits = {
  name: "manager",
  resources: {
    applications: "hidden",
    payouts: "hidden",
    channel_payouts: "hidden",
    audit_entries: { ...all, rows: "changes.resource not in ('applications', 'payouts', 'channel_payouts')" },
  },
  others: "as scopes show",
  operations: {
    allBut: ["DELETE /rentals/:rental_id", "PUT /applications/:application_id", "PATCH /applications/:application_id"],
  },
};

/** Computed reads of money and occupancy. */
const computedFigures = ["GET /owner_statements", "GET /reports", "GET /pick_up_reports", "GET /tourist_tax_reports"];

/** Accountants see bookings with guests' names and all money. They see no contact details, access codes or notes. */
export const accountantLimits: Limits = {
  name: "accountant",
  resources: {
    accounts: account,
    rentals: {
      attributes:
        words(`id name headline rental_type position city state country_code address1 address2 zip time_zone currency
        base_rate base_rate_kind downpayment balance_due damage_deposit owner_fullname published_at created_at updated_at`),
      relations: words("account payment_gateway rentals_fees rentals_tags"),
      search: words("id rental_id rentals_tags"),
    },
    rentals_tags: all,
    bookings_tags: all,
    bookings: {
      attributes:
        words(`id start_at end_at status reference booked unavailable tentative_expires_at canceled_at cancelation_penalty
        free_cancelation_until created_by_id created_by_type locked owned_by_app adults children currency initial_price
        initial_rental_price discount final_rental_price final_price channel_price commission payment_charge_commission downpayment
        damage_deposit charge_damage_deposit_on_arrival damage_deposit_collection_method
        damage_deposit_external_collection_method_name rental_payback_to_owner final_payback_to_owner reconciliation paid_amount
        authorized_amount paid_or_authorized_amount payment_left_to_collect bookings_payments_count balance_due_at payment_schedule external_reference
        imported created_at updated_at`),
      relations: words(
        "account rental client source bookings_fees bookings_taxes bookings_payments payments bookings_tags",
      ),
      search: "all",
    },
    bookings_fees: all,
    bookings_taxes: all,
    bookings_payments: all,
    clients: part("id fullname firstname lastname created_at updated_at", { relations: ["account"] }),
    payments: {
      attributes:
        words(`id order_id transaction_id amount_in_cents card country_code currency description kind fullname locale notes test
        offsite_payment locked chargeable created_at updated_at rejected_at rejection_reason canceled_at paid_at disputed_at dispute_status
        forget_me_at processing_restricted_at capturable_from authorized_at escrow_date refunded_payment_id`),
      relations: "all",
      search: "all",
    },
    invoices: all,
    payouts: all,
    channel_payouts: all,
    payment_gateways: part("id name test gateway_name supported_currencies created_at updated_at", {
      relations: ["account"],
    }),
    sources: all,
    fees: all,
    rentals_fees: all,
    taxes: all,
    owner_statements: all,
    reports: all,
    pick_up_reports: all,
    tourist_tax_reports: all,
  },
  others: "hidden",
  operations: { only: [...changes, ...computedFigures, "report", "owner_statement"] },
};

const stays = theirs("bookings", "bookings.rental_id");

/**
 * Cleaners see arrivals and departures in their assigned rentals, with first names and guest counts, and work on
 * these rentals' tasks. No prices, no contact details.
 */
export const cleanerLimits: Limits = {
  name: "cleaner",
  resources: {
    accounts: account,
    rentals: {
      attributes:
        words(`id name headline rental_type position address1 address2 zip city state country_code lat lng floor sleeps sleeps_max
        bedrooms_count bathrooms_count checkin_time checkin_end_time checkout_time preparation_days time_zone created_at updated_at`),
      relations: ["account"],
      search: words("id rental_id"),
      rows: theirs("rentals", "rentals.id"),
    },
    bookings: {
      attributes: words(`id start_at end_at status booked unavailable canceled_at adults children expected_checkin_time
        expected_checkout_time updated_at`),
      relations: words("account rental client booking_comments"),
      search: staySearch,
      rows: stays,
    },
    booking_comments: part("id content visible_for_all_account_users created_at updated_at", {
      relations: words("account booking"),
      rows: `booking_comments.visible_for_all_account_users and ${ofBooking("booking_comments", "booking_comments.booking_id", stays)}`,
    }),
    clients: part("id firstname updated_at", {
      relations: ["account"],
      rows: `exists (select from bookings where bookings.account_id = :account_of(clients) and bookings.client_id = clients.id and ${stays})`,
    }),
    tasks: { ...all, rows: theirs("tasks", "tasks.rental_id") },
    task_photos: {
      ...all,
      rows: `exists (select from tasks where tasks.account_id = :account_of(task_photos) and tasks.id = task_photos.task_id
        and ${theirs("tasks", "tasks.rental_id")})`,
    },
  },
  others: "hidden",
  operations: { only: [...changes, "POST /tasks/:task_id/report", "POST /tasks/:task_id/task_photos"] },
};

/** Viewers see which nights are free. No guests, no money. */
export const viewerLimits: Limits = {
  name: "viewer",
  resources: {
    accounts: account,
    rentals: {
      attributes:
        words(`id name headline rental_type position city country_code sleeps sleeps_max bedrooms_count bathrooms_count checkin_time
        checkout_time preparation_days time_zone created_at updated_at`),
      relations: words("account availability change_over rentals_tags"),
      search: words("id rental_id rentals_tags"),
    },
    rentals_tags: all,
    availabilities: all,
    change_overs: all,
    bookings: {
      attributes: words("id start_at end_at status booked unavailable tentative_expires_at canceled_at updated_at"),
      relations: words("account rental"),
      search: staySearch,
    },
  },
  others: "hidden",
  operations: { only: changes },
};
