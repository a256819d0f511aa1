/** The names that a text may have in double braces, by subject (docs/concepts/inbox.md). */
export const names = {
  guest: ["firstname", "lastname", "fullname", "company", "language", "earlier_stays"],
  host: ["firstname", "lastname"],
  booking: [
    ...(["reference", "source", "booked_on", "arrival", "arrival_time", "departure", "departure_time"] as const),
    ...(["nights", "adults", "children", "guests"] as const),
    ...(["price", "paid", "balance", "balance_due", "downpayment", "deposit"] as const),
  ],
  rental: ["name", "address", "zip", "city", "contact", "checkin_details", "checkout_details", "house_rules"],
  links: ["rental", "map", "payment"],
  account: ["name", "email", "phone"],
} as const;

/** Whole placeholders, such as `guest.firstname`. */
export const placeholders: readonly string[] = Object.entries(names).flatMap(([subject, ofSubject]) =>
  ofSubject.map((name) => `${subject}.${name}`),
);

/** Conditions and lists that a person begins with, and completes. */
export const passages = {
  knownName: "{% if guest.firstname %}{{guest.firstname}}{% else %}…{% endif %}",
  balanceLeft: "{% if booking.balance > 0 %}{{booking.balance}}{% endif %}",
  feesList: "{% for fee in booking.fees %}\n{{fee.name}}: {{fee.total}}\n{% endfor %}",
  paymentsList: "{% for payment in booking.payments %}\n{{payment.paid_on}}: {{payment.amount}}\n{% endfor %}",
} as const;
