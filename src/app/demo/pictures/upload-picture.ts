import { readFile } from "node:fs/promises";
import { RequestError } from "../../../kernel/errors.ts";
import type { RecordId } from "../../../kernel/key.ts";
import type { JobContext } from "../../../kernel/write/jobs/job.ts";
import { ownApplication } from "../../../modules/platform/access/applications/own-application.ts";
import { routes } from "../../registry.ts";
import { demoContext } from "../demo-context.ts";
import { InProcessApi, writingRoute } from "../seed/in-process-api.ts";

/** An upload of a picture to a route that accepts a file. */
export interface PictureUpload {
  /** The path of the POST. */
  readonly path: string;
  readonly root: string;
  /** The attribute that holds the file. */
  readonly attribute: string;
  readonly element: object;
  /** The picture's path on disk. */
  readonly picture: string;
}

/** Creates a record with a picture, as a client does: stores the file, then writes the record. @returns the record's id */
export async function uploadPicture(context: JobContext, upload: PictureUpload): Promise<RecordId> {
  const { path, root, attribute, element, picture } = upload;
  const { operation, ids } = writingRoute(routes, "POST", path);
  const file = (await readFile(picture)).toString("base64");
  const request = { ids, body: { [root]: [{ ...element, [attribute]: file }] } };
  const { scope, files } = context;
  const prepared = await operation.before?.({ scope, account: { id: context.account }, files }, request);
  try {
    return await withApi(context, (api) => api.write("POST", path, prepared?.request.body ?? request.body));
  } catch (error) {
    await prepared?.discard();
    throw error instanceof RequestError ? new Error(`The demo's POST ${path} was rejected.`, { cause: error }) : error;
  }
}

/** Uses the API within one transaction of a job. */
export function withApi<T>(context: JobContext, work: (api: InProcessApi) => Promise<T>): Promise<T> {
  const { scope, account, secrets, files, now } = context;
  return scope.transaction(async (transaction) => {
    const application = await ownApplication(transaction);
    return work(
      new InProcessApi(await demoContext(transaction, { secrets, files }, { account, application, now }), routes),
    );
  });
}
