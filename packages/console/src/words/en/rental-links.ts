/** What is said of linked rentals, and of new ones. */
export const rentalLinks = {
  rentalLinks: {
    title: "Links",
    hint: "Linked rentals cannot be sold at once, such as a villa and an apartment in it: what is booked in one blocks the same nights in the others.",
    none: "No other rental is linked with this one.",
    link: "Link with other rentals",
    linked: "They are linked: what is booked in one blocks the others.",
    which: (count: number) => `Not to be sold at once: ${count} chosen`,
    unlink: "Unlink",
    unlinkOf: (names: string) => `Unlink: ${names}`,
    unlinkNow: "Yes, unlink",
    unlinking: (names: string) =>
      `The nights that were blocked for bookings ahead are free again in this rental and in ${names}. To link them again, no two of them may have bookings on the same nights.`,
    unlinked: "They are no longer linked.",
    add: "Add a rental",
    nameHint: "3 to 40 characters; everything else can follow.",
    made: (name: string) => `${name} was added.`,
  },
};
