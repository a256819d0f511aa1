import Type, { type Static } from "typebox";
import { defineJob, type JobContext, queueJob } from "../../kernel/write/job.ts";

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
    const signal = context.ending ? AbortSignal.any([context.signal, context.ending]) : context.signal;
    try {
      await hangPictures({ ...context, signal }, payload);
    } catch (error) {
      // Nobody who ends the service waits for pictures: the next start draws the rest.
      if (!context.ending?.aborted) throw error;
      await drawLater(context, payload);
    }
  },
});

function drawLater({ scope, account }: JobContext, payload: Static<typeof drawDemoPictures.payload>): Promise<void> {
  return scope.transaction((transaction) =>
    queueJob({ transaction, account: { id: account } }, drawDemoPictures, payload),
  );
}
