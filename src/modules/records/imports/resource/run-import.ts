import Type from "typebox";
import { RequestError } from "../../../../kernel/errors.ts";
import { defineJob } from "../../../../kernel/write/jobs/job.ts";
import { resumeAfterRestart } from "../../../../kernel/write/jobs/resumed-job.ts";
import { failImport, performImport } from "./perform-import.ts";

const payload = Type.Object({ import: Type.Integer() });

/** Checks or applies an import. If it is killed, it restarts: none of it was committed. */
export const runImport = defineJob("run import", {
  lane: "imports and exports",
  payload,
  attempts: 3,
  maxRunMs: 30 * 60_000,
  async run(context, { import: id }) {
    const { account, queries } = context;
    const environment = { ...context, account: { id: account }, registry: queries.registry };
    await resumeAfterRestart(context, runImport, { import: id }, async ({ signal }) => {
      await performImport({ ...environment, signal }, id).catch((error: unknown) => {
        // The import shows why it failed: another attempt would fail too.
        if (!(error instanceof RequestError)) throw error;
      });
    }).catch(async (error: unknown) => {
      if (context.last)
        await failImport(environment, id, "Roost could not finish it. The administrator finds the error in the log.");
      throw error;
    });
  },
});
