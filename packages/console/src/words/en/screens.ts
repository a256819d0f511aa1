/** What the screens are called, in the navigation and as titles. */
export const screens = {
  screens: {
    calendar: "Calendar",
    today: "Today",
    booking: "Booking",
    inbox: "Inbox",
    rates: "Rates",
    bookings: "Bookings",
    rentals: "Rentals",
    guests: "Guests",
    money: "Money",
    reports: "Reports",
    cleaning: "Cleaning",
    settings: "Settings",
  },
};
