import { messagesIn } from "@roost/messages/messages-in.ts";
import Type from "typebox";
import { defineJob, type JobContext } from "../../../../kernel/write/jobs/job.ts";
import { roles as everyRole } from "../../../platform/access/roles.ts";
import { wordsOf } from "../../../platform/mails/mail-words.ts";
import { noticePath, noticeWords } from "../../../platform/mails/templates/notice-words.ts";
import { fetchPublic } from "../../../platform/outgoing/fetch-public.ts";
import { endDevices, openDevice, type Subscription } from "../../../platform/people/push-devices.ts";
import { noticeKinds, rolesFor } from "../notice-kinds.ts";
import { readNotice } from "../read-notice.ts";
import { encryptPayload } from "./encrypt-payload.ts";
import { vapidHeader } from "./vapid.ts";

/** The push service holds a message for an offline device this long. */
const ttlSeconds = 24 * 3600;

/** The texts of a push message; the console's service worker reads them (packages/console/src/worker). */
interface PushMessage {
  readonly title: string;
  readonly body: string;
  readonly url: string;
  /** A device shows one notification for each tag, so a repeated message is shown once. */
  readonly tag: string;
}

/** Sends one message to one device: an event, or a test message without one. */
export const sendPush = defineJob("send push message", {
  lane: "money and mail",
  payload: Type.Object({
    device: Type.Integer(),
    change: Type.Optional(Type.Integer()),
    kind: Type.Optional(Type.Enum([...noticeKinds])),
  }),
  attempts: 6,
  async run(context, payload) {
    const { scope, secrets, account } = context;
    // A test message shows nothing of the account.
    const roles = payload.kind === undefined ? everyRole : rolesFor(payload.kind);
    const device = await scope.transaction((transaction) =>
      openDevice(transaction, secrets, { device: payload.device, account, roles }),
    );
    if (!device) return;
    const message = await writeMessage(context, payload, device.locale);
    if (!message) return;
    const status = await post(context, device.subscription, message);
    if (status >= 200 && status < 300) return;
    if (status !== 404 && status !== 410) throw new Error(`The push service answered ${status}.`);
    // The browser ended its subscription.
    await scope.transaction((transaction) => endDevices(transaction, "id = $1", [payload.device]));
  },
});

async function writeMessage(
  { scope, account: id }: JobContext,
  { change, kind }: { change?: number; kind?: (typeof noticeKinds)[number] },
  of: string,
): Promise<PushMessage | undefined> {
  const { language, locale } = wordsOf(of);
  const t = messagesIn(language);
  if (change === undefined || kind === undefined)
    return { title: "Roost", body: t("mails.notice.test"), url: "/console/settings/notifications", tag: "test" };
  const found = await scope.transaction((transaction) => readNotice({ transaction, account: { id } }, change, kind));
  if (!found) return undefined;
  const { title, text } = noticeWords(found.values, t, locale);
  return { title, body: text, url: noticePath(found.values), tag: `${kind} ${id} ${found.values.record}` };
}

/** @returns the push service's status */
async function post(
  { secrets, baseUrl, now, privateFetch, signal }: JobContext,
  subscription: Subscription,
  message: PushMessage,
): Promise<number> {
  const answer = await fetchPublic(
    { privateFetch, signal },
    {
      url: subscription.endpoint,
      method: "POST",
      headers: {
        authorization: vapidHeader(secrets.linkKey, subscription.endpoint, baseUrl, now),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        ttl: String(ttlSeconds),
        urgency: "high",
      },
      body: encryptPayload(Buffer.from(JSON.stringify(message)), subscription),
      maxBytes: 10_000,
      beginning: true,
      secure: true,
    },
  );
  if ("problem" in answer) throw new Error(`The push service ${answer.problem}.`);
  return answer.status;
}
