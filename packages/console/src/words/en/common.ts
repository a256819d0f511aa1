export const common = {
  shell: {
    skip: "Skip to content",
    screens: "Screens",
    menu: "Menu",
    applications: "Applications",
    account: "Account",
    noAccount: "You are not a member of any account. Ask an owner to invite you.",
    signOut: "Sign out",
  },
  failure: {
    title: "Could not load this page",
    refused: "Not saved",
    text: "Could not reach Roost. Check your connection and try again.",
    again: "Try again",
    notThere: "Not found",
    unavailable: "Roost is not available right now. Try again in a few seconds.",
    tooMany: "Too many requests. Try again later.",
    mistake: (request: string) =>
      `Something went wrong. Try again. If it happens again, give your administrator the number ${request}.`,
  },
  waiting: "Loading",
  notices: { undo: "Undo", undone: "Undone.", close: "Close" },
  signedOut: {
    title: "You were signed out",
    text: "Sign in in another tab, then come back. Your changes on this page are kept.",
    still: "Not signed in yet.",
    signIn: "Sign in in another tab",
    goOn: "Continue",
  },
};
