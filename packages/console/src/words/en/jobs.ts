import { several } from "../several.ts";

export const jobs = {
  jobs: {
    title: "Jobs",
    about:
      "What the service does for this account by itself, later or again: mails, payments, calendars, photos, webhooks. What is done is not listed.",
    none: "Nothing is waiting, and nothing has failed.",
    names: {
      "send mail": "Send a mail",
      "sync calendar feed": "Read a calendar",
      erase_file: "Erase a file",
      fetch_attachment: "Fetch an attachment",
      "perform payment": "Carry out a payment",
      "deliver webhooks": "Tell a webhook endpoint",
      "confirm booking": "Confirm a booking",
      fetch_photo: "Fetch a photo",
      render_photo: "Make the sizes of a photo",
      make_demo_history: "Fill the demo",
      draw_demo_pictures: "Draw the demo’s pictures",
    },
    state: {
      running: (moment: string) => `Runs since ${moment}`,
      waiting: (moment: string) => `Due ${moment}`,
      failed: (attempts: number) => `Given up after ${several(attempts, "attempt", "attempts")}`,
    },
    attempt: (attempts: number, most: number) => `Attempt ${attempts} of ${most} has failed.`,
    said: (error: string) => `Last told: ${error}`,
    retry: "Run now",
    retryOf: (name: string) => `Run now: ${name}`,
    retried: "It runs as soon as there is a place.",
  },
};
