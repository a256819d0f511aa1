import { expect, test } from "vitest";
import { makeDemoHistory } from "../../src/app/demo/history-job.ts";
import { drawDemoPictures } from "../../src/app/demo/pictures/picture-job.ts";
import { registeredJobs } from "../../src/app/jobs/registered-jobs.ts";
import { everyScope } from "../../src/modules/platform/access/scope-list.ts";
import { messagesOfConsole } from "../console/console-messages.ts";

/** Names from the declarations that the console shows in words (writing.md). */
test("each job of an account has a label", () => {
  expect(messagesOfConsole("en").namesBelow("jobs.names").toSorted()).toEqual(
    [...registeredJobs, drawDemoPictures, makeDemoHistory].map(({ name }) => name).toSorted(),
  );
});

test("each scope of the API has words", () => {
  expect(messagesOfConsole("en").namesBelow("programs.scopes").toSorted()).toEqual(everyScope.toSorted());
});
