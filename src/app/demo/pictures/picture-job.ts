import Type from "typebox";
import { defineJob } from "../../../kernel/write/jobs/job.ts";
import { resumeAfterRestart } from "../../../kernel/write/jobs/resumed-job.ts";

/**
 * Draws photos of a demo account's rentals and the map that messages attach, after the start. Skips existing pictures.
 */
export const drawDemoPictures = defineJob("draw_demo_pictures", {
  lane: "files and pictures",
  payload: Type.Object({
    seed: Type.Integer(),
    /** The account's index among the demo's accounts. */
    place: Type.Integer(),
    /** Rental ids, in the order of the account's data. */
    rentals: Type.Array(Type.Integer()),
    /** Ids of the messages that attach the map. */
    messages: Type.Array(Type.Integer()),
  }),
  attempts: 5,
  async run(context, payload) {
    const { attachPhotos } = await import("./attach-photos.ts");
    await resumeAfterRestart(context, drawDemoPictures, payload, (resumed) => attachPhotos(resumed, payload));
  },
});
