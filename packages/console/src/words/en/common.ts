export const common = {
  shell: {
    skip: "Skip to the content",
    screens: "Screens",
    menu: "Menu",
    applications: "Applications",
    account: "Account",
    noAccount: "You do not work for any account. Ask an owner to invite you.",
    signOut: "Sign out",
  },
  failure: {
    title: "This could not be shown.",
    refused: "This was not done.",
    text: "The service could not be reached. Check your connection and try again.",
    again: "Try again",
    notThere: "It is not there (any more), or belongs to another account.",
    unavailable: "The service cannot answer at the moment. Try again in a few seconds.",
    tooMany: "Too much was asked in the last hour. Try again later.",
    mistake: (request: string) =>
      `The service has made a mistake. Try again; if it happens again, tell whoever runs it the number ${request}.`,
  },
  waiting: "Loading",
  notices: { undo: "Undo", undone: "Undone.", close: "Close" },
  signedOut: {
    title: "You were signed out",
    text: "Sign in in another tab and come back: nothing that you have typed here is lost.",
    still: "You are not signed in yet.",
    signIn: "Sign in in another tab",
    goOn: "Go on",
  },
};
