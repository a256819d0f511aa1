import { several } from "../several.ts";

export const programs = {
  programs: {
    about: "Applications with access to this account. Uninstalling revokes access at once.",
    askOwner: "Only owners can connect and uninstall applications.",
    none: "No connected applications",
    own: "Roost’s own application for tokens issued on the command line.",
    may: "Permissions",
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
    uninstallNow: "Uninstall application",
    uninstalling: (name: string, account: string) =>
      `${name} loses access to ${account} at once. Its tokens and webhooks stop working. Records it created stay.`,
    uninstalled: (name: string) => `${name} uninstalled.`,
    register: "Register application",
  },
};
