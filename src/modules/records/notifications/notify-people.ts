import Type from "typebox";
import { defineJob, queueJob } from "../../../kernel/write/jobs/job.ts";
import { queueMail } from "../../platform/mails/queue-mail.ts";
import { notice } from "../../platform/mails/templates/notice.ts";
import { defaultMails, noticeKinds, rolesFor } from "./notice-kinds.ts";
import { sendPush } from "./push/send-push.ts";
import { readNotice } from "./read-notice.ts";

/** A member who is notified of an event. */
type Listener = {
  user_id: number;
  email: string;
  fullname: string;
  locale: string | null;
  by_mail: boolean;
  /** Their devices, where they chose push. */
  devices: number[];
};

/** Sends an event's notifications: one mail to each member who wants it, and one message to each of a member's devices. */
export const notifyPeople = defineJob("notify people", {
  lane: "money and mail",
  payload: Type.Object({ change: Type.Integer(), kind: Type.Enum([...noticeKinds]) }),
  attempts: 8,
  run: ({ scope, account: id }, { change, kind }) =>
    scope.transaction(async (transaction) => {
      const context = { transaction, account: { id } };
      const found = await readNotice(context, change, kind);
      if (!found) return;
      const { values, client, actor } = found;
      const listeners = await transaction.rows<Listener>(
        `select users.id as user_id, users.email, users.fullname, users.locale, $2 = any(coalesce(choices.mail, $5)) as by_mail,
           array(select push_devices.id from push_devices
             where push_devices.user_id = users.id and push_devices.ended_at is null and $2 = any(choices.push) order by 1)::int8[] as devices
         from memberships join users on users.id = memberships.user_id
         left join notification_choices as choices on choices.account_id = $1 and choices.user_id = memberships.user_id
         where memberships.account_id = $1 and $2 = any(coalesce(choices.mail || choices.push, $5)) and memberships.role = any($3)
           and users.disabled_at is null and users.id is distinct from $4::bigint
         order by users.id`,
        [id, kind, [...rolesFor(kind)], actor, [...defaultMails]],
      );
      for (const { user_id: user, email, fullname, locale, by_mail, devices } of listeners) {
        if (by_mail)
          await queueMail(context, {
            to: { address: email, name: fullname },
            template: notice,
            locale,
            values,
            cause: `notice ${change} to user ${user}`,
            about: {
              client,
              booking: kind === "booked" || kind === "canceled" ? values.record : null,
              conversation: kind === "unread" ? values.record : null,
            },
          });
        for (const device of devices)
          await queueJob(context, sendPush, { device, change, kind }, { key: `${change} ${device}` });
      }
    }),
});
