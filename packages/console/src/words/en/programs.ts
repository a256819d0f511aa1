import { several } from "../several.ts";

export const programs = {
  programs: {
    about: "What each of them may do, you have allowed. Uninstalling takes it back at once.",
    askOwner: "Owners let programs in and uninstall them: ask one of them.",
    none: "No program uses this account yet.",
    own: "Roost itself: it owns the tokens that an administrator makes on the command line.",
    may: "What it may do",
    subjects: {
      bookings: "Bookings",
      guests: "Guests",
      rentals: "Rentals",
      prices: "Prices",
      money: "Money",
      account: "Account",
    },
    installed: (moment: string) => `Installed ${moment}.`,
    unused: "Never used.",
    used: (moment: string) => `Last used ${moment}.`,
    endpoints: (count: number) => several(count, "webhook endpoint", "webhook endpoints"),
    uninstall: "Uninstall",
    uninstallOf: (name: string) => `Uninstall ${name}`,
    uninstallNow: "Yes, uninstall",
    uninstalling: (name: string, account: string) =>
      `${name} loses access to ${account} at once: its tokens stop working, its webhooks end. What it created stays.`,
    uninstalled: (name: string) => `${name} was uninstalled.`,
    register: "Register an application of your own",
  },
};
