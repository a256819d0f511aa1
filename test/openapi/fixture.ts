import { type Json, recordOf, recordsOf } from "../harness/client.ts";
import { smallPicture } from "../photos/pictures.ts";
import type { Recorder } from "./recorder.ts";

/**
 * A small holiday-rental business, built by the requests that the documentation shows: every creation, change and action once.
 * Days count from today, and nothing depends on a weekday or month. A new route that takes a body needs a request here.
 */
export async function buildBusiness(recorder: Recorder): Promise<void> {
  await rentals(recorder);
  await prices(recorder);
  await feesAndTaxes(recorder);
  await policies(recorder);
  await guests(recorder);
  await bookings(recorder);
  await applications(recorder);
  await maps(recorder);
  await inquiries(recorder);
  await automations(recorder);
  await reviews(recorder);
  await privacy(recorder);
  await gateways(recorder);
  await calendars(recorder);
  await cleaning(recorder);
  await tasks(recorder);
  await sites(recorder);
  await webhooks(recorder);
}

async function webhooks(recorder: Recorder): Promise<void> {
  const { create, change, send } = recorder;
  await create("webhook_endpoints", {
    url: "https://shop.example/events",
    event_types: ["booking.created", "booking.canceled"],
    description: "The calendar of the shop",
  });
  await change("webhook_endpoints", { event_types: ["booking.created", "booking.updated", "booking.canceled"] });
  await send("POST", "/webhook_endpoints/:webhook_endpoint_id/ping");
  await send("POST", "/webhook_endpoints/:webhook_endpoint_id/rotate_secret");
  const since = new URLSearchParams({ since: `${recorder.day(-3)}T08:00:00Z` });
  await send("POST", "/webhook_endpoints/:webhook_endpoint_id/replay", undefined, since);
}

async function calendars(recorder: Recorder): Promise<void> {
  const { create, change } = recorder;
  await create("calendar_feeds", { rental_id: recorder.id("rentals"), kind: "import", name: "Village portal" });
  const [first, after] = [recorder.day(300), recorder.day(303)].map((day) => day.replaceAll("-", ""));
  const event = `BEGIN:VEVENT\r\nUID:7@channel.example\r\nDTSTART;VALUE=DATE:${first}\r\nDTEND;VALUE=DATE:${after}\r\nEND:VEVENT`;
  await recorder.send("POST", "/calendar_feeds/:calendar_feed_id/upload", {
    calendar_feeds: [{ calendar: `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${event}\r\nEND:VCALENDAR\r\n` }],
  });
  await recorder.send("DELETE", "/calendar_feeds/:calendar_feed_id", { calendar_feeds: [{ keep_bookings: true }] });
  await create("calendar_feeds", { rental_id: recorder.id("rentals"), kind: "export", name: "Channel A" });
  await change("calendar_feeds", { names: true });
}

async function cleaning({ create, change, id }: Recorder): Promise<void> {
  await create("cleaning_links", { name: "Sam Sweep", rental_ids: [id("rentals")] });
  await change("cleaning_links", { name: "Sam Sweep and daughter" });
}

async function tasks({ create, change, id, send }: Recorder): Promise<void> {
  const window = { due_from: "2090-03-04T10:00:00Z", due_until: "2090-03-04T16:00:00Z" };
  const checklist = ["Change the beds", "Empty the bins"];
  await create("tasks", { rental_id: id("rentals"), kind: "cleaning", ...window, checklist });
  await change("tasks", { notes: "The spare key hangs in the shed.", cleaning_link_id: id("cleaning_links") });
  await send("POST", "/tasks/:task_id/report", {
    tasks: [{ checklist: [{ text: "Change the beds", done: true }], minutes: 75, problem: "A tap drips." }],
  });
  await create("task_photos", { photo: smallPicture });
}

async function sites({ create, change }: Recorder): Promise<void> {
  await create("booking_sites", { address: "villa-aurora", enabled: true, headline_en: "Ten steps from the sea" });
  await change("booking_sites", { color: "#1d4d43", headline_fr: "À dix pas de la mer" });
}

async function gateways({ create, change }: Recorder): Promise<void> {
  await create("payment_gateways", {
    name: "Cards",
    test: true,
    gateway_name: "stripe",
    credentials: {
      secret_key: "sk_test_0123456789abcdef",
      publishable_key: "pk_test_0123456789abcdef",
      webhook_secret: "whsec_0123456789abcdef",
    },
    supported_cardtypes: ["visa", "master"],
    supported_currencies: ["EUR"],
    tokenize_credit_card_details: true,
  });
  await change("payment_gateways", { supported_currencies: ["EUR", "CHF"] });
}

async function rentals(recorder: Recorder): Promise<void> {
  const { create, change } = recorder;
  await create("rentals_tags", { name_en: "Sea view", color: "#008080", logo: "fa-water" });
  await change("rentals_tags", { name_fr: "Vue sur mer" });
  await create("rentals", {
    name: "Villa Aurora",
    headline_en: "Ten steps from the sea",
    summary_en: "A light villa with a terrace above the bay.",
    house_rules_en: "Quiet from 10 p.m. No smoking indoors.",
    rental_type: "villa",
    sleeps: 4,
    sleeps_max: 6,
    bedrooms_count: 2,
    bathrooms_count: 1,
    surface: 90,
    surface_unit: "metric",
    lat: 43.69,
    lng: 7.26,
    city: "Nice",
    country_code: "FR",
    address1: "1 Promenade du Soleil",
    zip: "06000",
    currency: "EUR",
    base_rate: "120",
    checkin_time: 16,
    checkout_time: 10,
    downpayment: 30,
    balance_due: 30,
    damage_deposit: "300",
  });
  await change("rentals", { headline_fr: "À dix pas de la mer", rentals_tag_ids: recorder.ids("rentals_tags") });
  await create("contacts", {
    firstname: "Olive",
    lastname: "Owner",
    email: "olive@example.com",
    address1: "1 Mill Lane",
    city: "Bath",
    zip: "BA1 1AA",
    country_code: "GB",
    spoken_languages: ["en", "fr"],
    phones: [{ label: "mobile", number: "+44 7700 900123" }],
  });
  await change("contacts", { website: "https://olive.example.com" });
  await create("rental_contacts", { kind: "owner", contact_id: recorder.id("contacts") });
  await recorder.send("POST", "/contacts/:contact_id/send_statement", { contacts: [{ month: "2026-06" }] });
  await create("rental_contacts", { kind: "manager", roles: ["requests"], contact_id: recorder.id("contacts") });
  await change("rental_contacts", { roles: ["requests", "general"] });
  await create("rental_urls", { label: "Example channel", url: "https://channel.example.com/rentals/333" });
  await change("preferences_general_settings", { default_arrival_time: 16, mail_sender_name: "Les Robles" });
  await change("rental_urls", { url: "https://channel.example.com/rentals/334" });
  await create("photos", { photo: smallPicture, kind: "livingroom", description_en: "The living room" });
  await change("photos", { description_fr: "Le salon", position: 1 });
  await create("bedrooms", { name_en: "Attic", double_beds_count: 1, single_beds_count: 1 });
  await change("bedrooms", { crib_beds_count: 1 });
  await create("bathrooms", { name_en: "Upstairs", shower_count: 1, wc_count: 1 });
  await change("bathrooms", { bath_count: 1 });
  await create("living_rooms", { sofa_beds_count: 1 });
  await change("living_rooms", { sofa_beds_count: 2 });
  await create("rentals_amenities", { amenity_id: recorder.id("amenities"), details_en: "Fibre, 300 Mbit/s" });
  await change("rentals_amenities", { details_fr: "Fibre, 300 Mbit/s" });
}

async function prices(recorder: Recorder): Promise<void> {
  const { create, change, day } = recorder;
  await create("rates_tables", { name_en: "Coast" });
  await change("rates_tables", { name_fr: "Côte" });
  await create("seasons", { name_en: "Summer", ratio_percentage: "150", minimum_stay: 3 });
  await change("seasons", { minimum_stay: 2 });
  await create("periods", { start_date: day(50), end_date: day(100) });
  await change("periods", { end_date: day(110) });
  await create("rates_rules", {
    kind: "stay_at_least",
    always_applied: true,
    percentage: "-10",
    variables: { length: 7, unit: "days" },
  });
  await change("rates_rules", { period_name: "A week or more" });
  await create("special_offers", { name_en: "Early summer", discount: 10, start_date: day(50), end_date: day(55) });
  await change("special_offers", { end_date: day(57) });
  await create("rate_overrides", {
    start_date: day(60),
    end_date: day(62),
    days: [0, 1, 2, 3, 4, 5, 6],
    rate: "180",
    minimum_stay: 3,
  });
  await change("rate_overrides", { end_date: day(69) });
  await recorder.send("PUT", "/rentals/:rental_id", {
    rentals: [{ rates_table_id: recorder.id("rates_tables") }],
  });
}

async function feesAndTaxes(recorder: Recorder): Promise<void> {
  const { create, change, day } = recorder;
  await create("fees", {
    name_en: "Final cleaning",
    kind: "final_cleaning",
    rate: "80",
    rate_kind: "fixed",
    downpayment_percentage: "0",
    currency: "EUR",
  });
  await change("fees", { headline_en: "So that you can leave in peace" });
  await create("rentals_fees", { fee_id: recorder.id("fees"), always_applied: true, status: "required" });
  await change("rentals_fees", { maximum_bookable: 1 });
  await create("taxes", {
    name_en: "City tax",
    kind: "city",
    percentage: "5",
    start_date: day(0),
    tax_rules: [{ compared_attribute: "length_of_stay", comparator: "<", value: 30 }],
  });
  await change("taxes", { name_fr: "Taxe de séjour" });
  await create("rentals_taxes", { tax_id: recorder.id("taxes"), tax_included_in_rate: false });
  await change("rentals_taxes", { tax_included_in_rate: false });
  await create("fees_taxes", { tax_id: recorder.id("taxes"), tax_included_in_rate: true });
  await change("fees_taxes", { tax_included_in_rate: true });
}

async function policies({ create, change, send, know }: Recorder): Promise<void> {
  await create("rental_cancelation_policies", { body_en: "Free until the day before arrival.", preset: "flexible" });
  const own = await send("POST", "/rentals/:rental_id/rental_cancelation_policies", {
    rental_cancelation_policies: [
      {
        body_en: "Half the price from two months before arrival on, all of it from a week before.",
        rental_cancelation_policy_items: [
          { eligible_days: 60, penalty_percentage: "50" },
          { eligible_days: 7, penalty_percentage: "100" },
        ],
      },
    ],
  });
  know("rental_cancelation_policies", Number(recordOf(own, "rental_cancelation_policies").id));
  await change("rental_cancelation_policies", {
    body_fr: "La moitié du prix à partir de deux mois avant l'arrivée, la totalité à partir d'une semaine avant.",
  });
  await create("rental_agreements", { body_en: "No parties, no smoking." });
  await send("POST", "/rentals/:rental_id/rental_agreements", {
    rental_agreements: [{ body_en: "No parties, no smoking, and mind the cat." }],
  });
}

/** A guest inquires, then books. */
async function inquiries(recorder: Recorder): Promise<void> {
  const { create, change, send, day } = recorder;
  await create("inquiries", {
    firstname: "Alan",
    lastname: "Asker",
    email: "alan@example.com",
    phone: "+44 20 7946 0000",
    country_code: "GB",
    start_at: `${day(120)}T16:00:00Z`,
    end_at: `${day(124)}T10:00:00Z`,
    adults: 2,
    children: 0,
    message: "Is there a cot?",
  });
  await change("inquiries", { adults: 3 });
  await create("attachments", { name: "The way to the house.txt", file: "VHVybiBsZWZ0IGF0IHRoZSBtaWxsLg==" });
  await change("attachments", { name: "How to find us.txt" });
  await inbox(recorder);
  await send("POST", "/inquiries/:id/book", { bookings: [{ tentative_expires_at: `${day(3)}T12:00:00Z` }] });
  await send("POST", "/bookings/:booking_id/rental_agreements", {
    rental_agreements: [{ body_en: "No parties, and the dog may come." }],
  });
}

/** A host answers a guest about a stay. */
async function inbox({ create, change, send, id, day }: Recorder): Promise<void> {
  await create("hosts", { firstname: "Nora", lastname: "Host", email: "nora@example.com" });
  await change("hosts", { lastname: "Hostess" });
  await create("conversations", { subject: "Your stay in May", default_channel: "email" });
  await change("conversations", { assignee_id: id("hosts") });
  const about = { bookings: [{ id: id("bookings") }] };
  await send("PUT", "/inbox/conversations/:conversation_id/disconnect_booking", about);
  await send("PUT", "/inbox/conversations/:conversation_id/connect_booking", about);
  const conversation_id = id("conversations");
  await create("participants", { conversation_id, member_type: "Client", member_id: id("clients") });
  await create("participants", { conversation_id, member_type: "Host", member_id: id("hosts") });
  // Each request changes something: a second read mark within a second would not appear in the history.
  await send("PUT", "/inbox/participants/:participant_id", { participants: [{ read: true }] });
  await send("PATCH", "/inbox/participants/:participant_id", { participants: [{ read: false }] });
  await create("messages", {
    ...{ conversation_id, sender_id: id("participants"), content: "The key is with the neighbour." },
    ...{ origin: "service_inbox", visibility: "internal", sent_at: `${day(-30)}T10:00:00Z` },
  });
  await change("messages", { visibility: "external", channel: "email" });
  await send("POST", "/inbox/messages/:message_id/add_attachment", { attachments: [{ id: id("attachments") }] });
  await create("message_templates", {
    name: "Welcome",
    subject_en: "Your stay in {{rental.name}}",
    body_en: "Dear {{guest.firstname}}, we expect you on {{booking.arrival}}.",
  });
  await change("message_templates", {
    body_de: "Guten Tag {{guest.fullname}}, wir erwarten Sie am {{booking.arrival}}.",
  });
  await send("POST", "/inbox/conversations/:conversation_id/render_template", {
    conversations: [{ message_template_id: id("message_templates") }],
  });
  await send("POST", "/bookings/:booking_id/render_template", {
    bookings: [{ message_template_id: id("message_templates") }],
  });
  await send("POST", "/bookings/:booking_id/preview_template", {
    bookings: [{ body_en: "Dear {{guest.firstname}}{% for fee in booking.fees %}, {{fee.name}}{% endfor %}" }],
  });
}

/** Directions two days before each arrival; one guest gets other words. */
async function automations({ create, change, send, id, know, listed }: Recorder): Promise<void> {
  const rule = { trigger: "arrival", offset_days: -2, at: "17:00", effect: "message" };
  const directions = { ...rule, name: "Directions", message_template_id: id("message_templates") };
  await send("POST", "/automations/forecast", { automations: [directions] });
  await create("automations", { ...directions, state: "on" });
  await change("automations", { if_late: "send" });
  know(
    "scheduled_actions",
    await listed(`/scheduled_actions?automation_id=${id("automations")}&state=scheduled`, "scheduled_actions"),
  );
  await change("scheduled_actions", { content: "Dear {{guest.firstname}}, ring the bell." });
  for (const path of ["pause", "resume", "send_now", "drop"])
    await send("PUT", `/scheduled_actions/:scheduled_action_id/${path}`);
}

/** A past guest reviews the stay, the host reviews the guest, and both reply. Another review is abandoned. */
async function reviews({ create, send, id, know, day }: Recorder): Promise<void> {
  const kept = id("bookings");
  const stays: number[] = [];
  for (const ago of [20, 12, 4]) {
    const stay = { start_at: `${day(-ago)}T16:00:00Z`, end_at: `${day(3 - ago)}T10:00:00Z`, booked: true };
    const guest = { client_id: id("clients"), bookings_fees: [], bookings_taxes: [] };
    const made = await send("POST", "/rentals/:rental_id/bookings", { bookings: [{ ...stay, ...guest }] });
    stays.push(Number(recordOf(made, "bookings").id));
  }
  const [first = 0, second = 0, third = 0] = stays;
  know("bookings", first);
  await create("reviews", { comment: "Full of the name of our neighbour.", rating: 1 });
  await send("PUT", "/reviews/:review_id/dismiss", {
    reviews: [{ dismissed_by: "The channel", dismissal_reason: "It reveals who somebody is." }],
  });
  know("bookings", second);
  await create("reviews", {
    title: "Awesome",
    comment: "It was awesome!",
    private_comment: "The tap in the kitchen drips.",
    source_id: id("sources"),
    criteria: { cleanliness: { rating: 5, comment: "Spotless" }, location: { rating: "4.5" }, staff: { rating: 4 } },
  });
  await reply("reviews", "Come again!");
  await create("host_reviews", {
    comment: "Left everything as it was.",
    criteria: { communication: { rating: 5 }, respect_house_rules: { rating: 5, comment: "To the letter" } },
    is_guest_recommended: true,
    expires_at: `${day(30)}T10:00:00Z`,
  });
  await reply("host_reviews", "Thank you, we shall be back.");
  const submitted = id("host_reviews");
  know("bookings", third);
  const draft = await send("POST", "/bookings/:booking_id/host_reviews/draft", {
    host_reviews: [{ private_comment: "Ask about the lamp." }],
  });
  know("host_reviews", String(recordOf(draft, "host_reviews").id));
  await send("PUT", "/host_reviews/draft/:host_review_id", { host_reviews: [{ comment: "Friendly, and quiet." }] });
  await send("PUT", "/host_reviews/draft/:host_review_id/submit");
  await send("PUT", "/host_reviews/:host_review_id/dismiss", { host_reviews: [{ dismissed_by: "The host" }] });
  know("host_reviews", submitted);
  know("bookings", kept);

  async function reply(to: "reviews" | "host_reviews", message: string): Promise<void> {
    const path = to === "reviews" ? "/reviews/:review_id/reply" : "/host_reviews/:host_review_id/reply";
    const answer = await send("POST", path, { review_replies: [{ message }] });
    know("review_replies", String(recordOf(answer, "review_replies").id));
  }
}

/** A guest restricts processing, withdraws that, and is finally forgotten. A contact and the inquiry's payer do the same. */
async function privacy({ create, send, id, know }: Recorder): Promise<void> {
  const kept = new Map(["clients", "bookings", "payments", "contacts"].map((name) => [name, id(name)] as const));
  await create("clients", { fullname: "Edith Erased", emails: [{ label: "home", email: "edith@example.com" }] });
  const edith = id("clients");
  await create("clients", { fullname: "E. Erased", emails: [{ label: "work", email: "erased@example.com" }] });
  const again = id("clients");
  know("clients", edith);
  await send("POST", "/clients/:client_id/merge", { clients: [{ merged_client_id: again }] });
  await create("contacts", {
    ...{ firstname: "Edwin", lastname: "Erased", email: "edwin@example.com", spoken_languages: ["en"] },
    ...{ address1: "2 Mill Lane", city: "Bath", zip: "BA1 1AA", country_code: "GB" },
  });
  const booked = await send("GET", "/inquiries/:inquiry_id");
  know("bookings", Number(Object(recordOf(booked, "inquiries").links).booking));
  await create("payments", {
    ...{ amount_in_cents: 5_000, currency: "EUR", kind: "cash", paid_at: "2024-01-02T10:00:00Z" },
    ...{ fullname: "Edith Erased", email: "edith@example.com" },
  });
  for (const path of ["/clients/:client_id", "/contacts/:contact_id", "/payments/:payment_id"])
    for (const word of ["restrict_processing", "lift_restriction", "forget"]) await send("POST", `${path}/${word}`);
  for (const [name, known] of kept) know(name, known);
}

async function guests({ create, change }: Recorder): Promise<void> {
  await create("clients", {
    firstname: "Ada",
    lastname: "Guest",
    preferred_locale: "en",
    emails: [{ label: "home", email: "ada@example.com" }],
    phones: [{ label: "mobile", number: "+33 6 12 34 56 78", country_code: "FR" }],
    addresses: [{ label: "home", address1: "2 High Street", city: "Bath", country_code: "GB" }],
  });
  await change("clients", { notes: "Comes with a dog." });
  await create("sources", { name: "Own website" });
  await change("sources", { position: 1 });
  await create("bookings_tags", { name_en: "Returning guest", color: "#6666ff" });
  await change("bookings_tags", { logo: "fa-heart" });
  await create("discount_codes", {
    discount_code: "WELCOME",
    discount_value_type: "percentage",
    percentage: 5,
    rentals_eligibility: "all_rentals",
  });
  await change("discount_codes", { usage_limit: "number_of_times", number_of_times: 100 });
}

async function bookings(recorder: Recorder): Promise<void> {
  const { create, change, send, day } = recorder;
  await create("bookings", {
    start_at: `${day(60)}T16:00:00Z`,
    end_at: `${day(67)}T10:00:00Z`,
    booked: true,
    adults: 2,
    children: 1,
    client_id: recorder.id("clients"),
    source_id: recorder.id("sources"),
    discount_code: "WELCOME",
    comments: [{ content: "Arrives late." }],
    bookings_fees: [
      { rentals_fee_id: recorder.id("rentals_fees") },
      { name_en: "Dog", price: "25", kind: "pet_fee", times_booked: 1 },
    ],
    bookings_taxes: [{ name_en: "City tax", amount: "30", percentage: "5", included: false }],
  });
  await change("bookings", { expected_checkin_time: "18:30" });
  await send("POST", "/bookings/:id/add_tag/:bookings_tag_id");
  const added = await send("PATCH", "/bookings/:id/add_bookings_fee", {
    id: recorder.id("bookings"),
    bookings_fees: [{ name_en: "Firewood", price: "10", kind: "wood", times_booked: 2 }],
  });
  recorder.know("bookings_fees", newestFee(added));
  await send("PATCH", "/bookings/:id/remove_bookings_fee/:bookings_fee_id");
  await create("booking_comments", {
    booking_id: recorder.id("bookings"),
    content: "Asked for a cot.",
    visible_for_all_account_users: true,
  });
  await change("booking_comments", { content: "Asked for a cot and a high chair." });
  await send("POST", "/bookings/:booking_id/move", {
    bookings: [{ start_at: day(61), end_at: day(68), dry_run: true }],
  });
  await strictly(recorder);
  await links(recorder);
  await payments(recorder);
  await invoices(recorder);
  await statements(recorder);
}

/** A cottage that cannot be booked while its linked rental is. */
async function links({ create, id, know }: Recorder): Promise<void> {
  const kept = id("rentals");
  await create("rentals", { name: "Gardener's Cottage", sleeps: 2, currency: "EUR" });
  await create("rental_link_groups", { rental_ids: [kept, id("rentals")] });
  know("rentals", kept);
}

/** A guest's cash payment, partly refunded. */
async function payments({ create, change, send }: Recorder): Promise<void> {
  await create("payments", {
    amount_in_cents: 25_000,
    currency: "EUR",
    kind: "cash",
    paid_at: "2024-01-01T10:00:00Z",
    fullname: "Ada Guest",
    country_code: "GB",
    city: "Bath",
  });
  await change("payments", { notes: "Paid at the door." });
  await send("POST", "/payments/:payment_id/refund", {
    payments: [{ amount_in_cents: 5_000, notes: "The pool was cold." }],
  });
  await send("POST", "/bookings/:booking_id/cancel", { bookings: [{ dry_run: true }] });
}

/** A deposit invoice, and an invoice that is corrected, then canceled. */
async function invoices({ create, send, know }: Recorder): Promise<void> {
  await send("PUT", "/preferences_general_settings/:preferences_general_setting_id", {
    preferences_general_settings: [
      { address1: "1 Mill Lane", zip: "BA1 1AA", city: "Bath", country_code: "GB", vat_number: "GB123456789" },
    ],
  });
  const buyer = { company: "Guest Ltd", vat_number: "GB987654321", city: "Bath", country_code: "GB" };
  await send("POST", "/bookings/:booking_id/invoice_preview", {
    invoices: [{ kind: "deposit", amount: "100", buyer }],
  });
  await create("invoices", { kind: "deposit", amount: "100", buyer });
  const answer = await send("POST", "/bookings/:booking_id/invoices", { invoices: [{ buyer }] });
  know("invoices", Number(recordOf(answer, "invoices").id));
  const corrected = await send("POST", "/invoices/:invoice_id/correct", {
    invoices: [{ reason: "Another address", buyer: { ...buyer, address1: "7 Abbey Road" } }],
  });
  know("invoices", Number(recordOf(corrected, "invoices").id));
  await send("POST", "/invoices/:invoice_id/send", { invoices: [{ email: "accounts@example.com" }] });
  await send("POST", "/invoices/:invoice_id/credit", { invoices: [{ reason: "The stay was canceled." }] });
}

/** A month whose example is identical on every day. */
async function statements({ send, id, day }: Recorder): Promise<void> {
  const stay = { start_at: "2090-01-30T16:00:00Z", end_at: "2090-02-02T10:00:00Z", booked: true };
  const money = { initial_price: "400", commission: "40", bookings_fees: [], bookings_taxes: [] };
  await send("POST", "/rentals/:rental_id/bookings", { bookings: [{ ...stay, ...money }] });
  const month = new URLSearchParams({ rental_id: String(id("rentals")), month: "2090-01" });
  await send("GET", "/owner_statements", undefined, month);
  const period = new URLSearchParams({ from: "2090-01-01", to: "2090-01-31" });
  await send("GET", "/reports", undefined, period);
  const booked = new URLSearchParams({
    ...Object.fromEntries(period),
    booked_from: day(-90),
    booked_to: day(1),
  });
  await send("GET", "/pick_up_reports", undefined, booked);
  await send("GET", "/tourist_tax_reports", undefined, period);
}

/** A website's flow: it requests the price, shows it to the guest, and books at exactly that price. */
async function strictly(recorder: Recorder): Promise<void> {
  const { send, day, know } = recorder;
  const stay = { start_at: day(80), end_at: day(84), adults: 2 };
  for (const path of ["/rentals/search", "/rentals/:ids/search"]) await send("POST", path, stay);
  const searched = await send("GET", "/rentals/:ids/search", undefined, new URLSearchParams({ ...stay, adults: "2" }));
  await send("GET", "/rentals/search", undefined, new URLSearchParams({ ...stay, adults: "2" }));
  const [rental = {}] = recordsOf(searched, "rentals");
  const kept = recorder.id("bookings");
  const booked = await send("POST", "/strict_bookings", {
    bookings: [
      {
        ...stay,
        rental_id: recorder.id("rentals"),
        source_id: recorder.id("sources"),
        final_price: String(rental.final_price),
        price_to_pay_now: String(rental.price_to_pay_now),
        currency: rental.currency,
        client: {
          firstname: "Grace",
          lastname: "Visitor",
          email: "grace@example.com",
          phone_number: "+44 20 7946 0000",
        },
      },
    ],
  });
  know("bookings", Number(recordOf(booked, "bookings").id));
  await send("DELETE", "/bookings/:booking_id", {
    bookings: [{ cancelation_reason: "The guest is ill.", cancelation_message_to_guest: "We wish you well." }],
  });
  know("bookings", kept);
}

async function applications(recorder: Recorder): Promise<void> {
  const { create, change, day } = recorder;
  await change("applications", { default_price_increase: "3" });
  await create("applications_periods_rentals", {
    application_id: recorder.id("applications"),
    rental_id: recorder.id("rentals"),
    price_increase: "5",
    start_date: day(50),
    end_date: day(110),
  });
  await create("rentals_contents_overrides", {
    application_id: recorder.id("applications"),
    rental_id: recorder.id("rentals"),
    headline_en: "A villa above the bay of Nice",
  });
  await change("rentals_contents_overrides", { summary_en: "Great value. A place to enjoy peace and tranquility." });
  await change("applications_periods_rentals", { price_increase: "4" });
}

/** An application that computes its own prices writes them night by night, for a rental with externally managed rates. */
async function maps({ create, change, day, id, know, linked }: Recorder): Promise<void> {
  const kept = id("rentals");
  await create("rentals", { name: "Cottage Lune", sleeps: 2, nightly_rates_managed_externally: true });
  know("nightly_rate_maps", id("rentals"));
  know("mid_term_rate_maps", await linked("rentals", "mid_term_rate_map"));
  await change("nightly_rate_maps", {
    start_date: day(0),
    rates_map: "120,120,120,120,120,140,140",
    minimum_stays_map: "2,2,2,2,2,3,3",
  });
  await change("mid_term_rate_maps", { start_date: day(0), map: "60,60,60,60,60,60,60" });
  know("rentals", kept);
}

function newestFee(answer: Parameters<typeof recordOf>[0]): number {
  const fees = recordOf(answer, "bookings").bookings_fees;
  const ids = Array.isArray(fees) ? fees.map(({ id }: Json) => Number(id)) : [];
  return Math.max(...ids);
}
