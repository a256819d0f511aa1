/** What is said of linked rentals, and of new ones. */
export const rentalLinks = {
  rentalLinks: {
    title: "Links",
    hint: "Linked rentals can’t be booked for the same nights, such as a villa and an apartment in it. A booking of one blocks the others.",
    none: "No linked rentals",
    link: "Link rentals",
    linked: "Rentals linked.",
    which: (count: number) => `Linked rentals: ${count} selected`,
    unlink: "Unlink",
    unlinkOf: (names: string) => `Unlink: ${names}`,
    unlinkNow: "Unlink rentals",
    unlinking: (names: string) =>
      `Nights blocked by upcoming bookings become free in this rental and in ${names}. You can link them again only while their bookings don’t overlap.`,
    unlinked: "Rentals unlinked.",
    add: "Add rental",
    nameHint: "3 to 40 characters. You can add everything else later.",
    made: (name: string) => `${name} added.`,
  },
};
