export const accountPolicy = {
  accountPolicy: {
    title: "Cancelation",
    hint: "What guests pay when they cancel, in rentals without their own policy. Existing bookings keep the policy they were made under.",
    none: "No account policy. New bookings have no cancelation terms unless their rental has a policy.",
    give: "Add account policy",
    dialog: "Account policy",
    remove: "Remove account policy",
    removed: "Account policy removed. New bookings have no cancelation terms unless their rental has a policy.",
  },
};
