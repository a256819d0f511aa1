import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../database/connect/database.ts";
import type { FileStore } from "../../kernel/files/files.ts";
import type { MultipartBody } from "../../kernel/request-body.ts";
import { maxFileBytes } from "../../modules/platform/files/upload.ts";
import { pictureTypes } from "../../modules/property/photos/picture-types.ts";
import type { FoundLink } from "../../modules/stays/cleaning-links/open-link.ts";
import { type PhotoOutcome, takeLinkPhoto } from "../../modules/stays/tasks/link/take-photo.ts";
import { takeLinkReport } from "../../modules/stays/tasks/link/take-send.ts";
import { maxMinutes, maxProblemLength, type TaskReport } from "../../modules/stays/tasks/report-task.ts";
import { taskPhoto } from "../../modules/stays/tasks/task-photo.ts";
import { receiveForm } from "../http/bodies/multipart-body.ts";
import { idInPath } from "./id-in-path.ts";
import { goTo, sendPage } from "./pages/answer.ts";
import { deadLinkPage } from "./pages/dead-link-page.ts";
import { Form } from "./pages/form.ts";
import { speechOf } from "./pages/speech.ts";

interface Path {
  readonly Params: { readonly secret: string };
}

/** Finds the link of a request, or answers that it does not work or has to wait. */
type LinkOf = (request: FastifyRequest<Path>, reply: FastifyReply) => Promise<FoundLink | undefined>;

/** The form of a photo. */
const photoBody: MultipartBody = {
  media: "multipart",
  of: taskPhoto,
  files: { photo: { types: pictureTypes, limit: maxFileBytes, required: true, description: "The picture." } },
  limit: maxFileBytes + 64 * 1024,
};

const keyShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Receives a cleaner's reports and photos, from forms and from the page's script, which asks for no page (`accept: application/json`). */
export async function cleaningSends(
  app: FastifyInstance,
  { database, files }: { readonly database: Database; readonly files: FileStore },
  linkOf: LinkOf,
): Promise<void> {
  app.post<Path>("/cleaning/:secret/tasks/:task_id", async (request, reply) => {
    const link = await linkOf(request, reply);
    if (!link) return reply;
    const form = new Form(request.body);
    const key = form.text("key");
    const report = reportOf(form);
    if (!keyShape.test(key) || !report) return answer(request, reply, "refused");
    const send = { link, task: idInPath(request, "task_id"), key };
    return answer(request, reply, await takeLinkReport(database, send, report));
  });

  await app.register(async (photos) => {
    await photos.register(multipart);
    photos.post<Path>("/cleaning/:secret/tasks/:task_id/photos", async (request, reply) => {
      const link = await linkOf(request, reply);
      if (!link) return reply;
      const form = await receiveForm(request, photoBody);
      try {
        const [key = "", path] = [form.fields.key, form.files.get("photo")?.path];
        if (!keyShape.test(key) || path === undefined) return answer(request, reply, "refused");
        const send = { link, task: idInPath(request, "task_id"), key };
        return answer(request, reply, await takeLinkPhoto({ database, files }, send, path));
      } finally {
        await form.dispose();
      }
    });
  });
}

/** The report in a form; undefined for values that no page of ours sends. */
function reportOf(form: Form): TaskReport | undefined {
  const ticked = new Set(form.all("tick"));
  const ticks = form.all("item").map((text) => ({ text, done: ticked.has(text) }));
  const [minutes, problem, act] = [form.text("minutes").trim(), printable(form.text("problem")), form.text("act")];
  if (!/^\d{0,5}$/.test(minutes) || Number(minutes) > maxMinutes || problem.length > maxProblemLength) return undefined;
  return {
    ...(ticks.length > 0 ? { ticks } : {}),
    ...(minutes === "" ? {} : { minutes: Number(minutes) }),
    ...(problem === "" ? {} : { problem }),
    ...(act === "done" || act === "reopen" ? { done: act === "done" } : {}),
  };
}

/** A text without the characters that the API refuses. The phone keeps a refused report, so they are left out instead. */
const printable = (text: string): string =>
  text
    .replaceAll("\r\n", "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim();

/** The page's path, with the secret. */
export const pathOf = ({ params }: FastifyRequest<Path>): string => `/cleaning/${encodeURIComponent(params.secret)}`;

const statuses = { stored: 204, gone: 409, refused: 422 } as const;

/** Answers a form with the page again, and the script without one. */
function answer(request: FastifyRequest<Path>, reply: FastifyReply, outcome: PhotoOutcome): FastifyReply {
  const path = pathOf(request);
  if (request.headers.accept === "application/json") return reply.code(statuses[outcome]).send();
  if (outcome === "stored") return goTo(reply, `${path}#task-${idInPath(request, "task_id")}`);
  const speech = speechOf(request);
  const { t } = speech;
  const alternative = { path, label: t("pages.tasks.back") };
  const [title, sentence] =
    outcome === "gone"
      ? [t("pages.tasks.gone"), t("pages.tasks.goneWhat")]
      : [t("pages.tasks.badPhoto"), t("pages.tasks.badPhotoWhat")];
  return sendPage(reply, deadLinkPage({ title, sentence, alternative, speech }), statuses[outcome]);
}
