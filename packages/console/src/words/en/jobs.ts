import { several } from "../several.ts";

export const jobs = {
  jobs: {
    title: "Jobs",
    about:
      "Background work for this account: mails, payments, calendars, photos and webhooks. Finished jobs are not listed.",
    none: "No waiting or failed jobs",
    names: {
      "send mail": "Send mail",
      "sync calendar feed": "Read calendar",
      erase_file: "Erase file",
      fetch_attachment: "Download attachment",
      "perform payment": "Process payment",
      "deliver webhooks": "Deliver webhooks",
      "confirm booking": "Confirm booking",
      fetch_photo: "Download photo",
      render_photo: "Resize photo",
      make_demo_history: "Fill demo",
      draw_demo_pictures: "Draw demo pictures",
    },
    state: {
      running: (moment: string) => `Running since ${moment}`,
      waiting: (moment: string) => `Due ${moment}`,
      failed: (attempts: number) => `Failed after ${several(attempts, "attempt", "attempts")}`,
    },
    attempt: (attempts: number, most: number) => `Attempt ${attempts} of ${most} failed.`,
    said: (error: string) => `Last error: ${error}`,
    retry: "Run now",
    retryOf: (name: string) => `Run now: ${name}`,
    retried: "Queued to run next.",
  },
};
