import Type from "typebox";
import { defineJob } from "../../../kernel/write/jobs/job.ts";
import { resumeAfterRestart } from "../../../kernel/write/jobs/resumed-job.ts";

/**
 * Draws the photos of a demo account's rentals, and the map that goes with messages: after the start, which does not wait for it. What is
 * there already is not drawn again.
 */
export const drawDemoPictures = defineJob("draw_demo_pictures", {
  lane: "files and pictures",
  payload: Type.Object({
    seed: Type.Integer(),
    /** Its place among the demo's accounts. */
    place: Type.Integer(),
    /** Ids, in the order of the account's data. */
    rentals: Type.Array(Type.Integer()),
    /** Ids of those that come with the map. */
    messages: Type.Array(Type.Integer()),
  }),
  attempts: 5,
  async run(context, payload) {
    const { hangPictures } = await import("./hang-pictures.ts");
    await resumeAfterRestart(context, drawDemoPictures, payload, (resumed) => hangPictures(resumed, payload));
  },
});
