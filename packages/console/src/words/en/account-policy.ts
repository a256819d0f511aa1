export const accountPolicy = {
  accountPolicy: {
    title: "Cancelation",
    hint: "What guests pay who cancel, in every rental without a policy of its own. Bookings that are made keep the policy that they were made under.",
    none: "Your account has no policy: where a rental has none of its own, nothing is agreed with new bookings.",
    give: "Give the account a policy",
    dialog: "The account’s policy",
    remove: "Remove the account’s policy",
    removed:
      "The account’s policy was removed: with new bookings nothing is agreed where a rental has no policy of its own.",
  },
};
