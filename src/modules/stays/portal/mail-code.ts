import type { Secrets } from "../../../kernel/access/secrets.ts";
import { queueMail } from "../../platform/mails/queue-mail.ts";
import { portalCodeMail } from "../../platform/mails/templates/portal-code.ts";
import { type Entrance, periodAt, portalCode } from "./portal-code.ts";

/**
 * Mails the guest the current code, at most once in ten minutes. Only the sealed link holds it.
 * @param token the last segment of the portal's link
 * @param now epoch milliseconds
 */
export async function mailPortalCode(
  entrance: Entrance,
  { token, secrets, now }: { readonly token: string; readonly secrets: Secrets; readonly now: number },
): Promise<void> {
  const { page, guest } = entrance;
  const period = periodAt(now);
  await page.scope.transaction((transaction) =>
    queueMail(
      { transaction, account: { id: page.account } },
      {
        to: { address: guest.email, name: guest.name ?? undefined },
        template: portalCodeMail,
        locale: guest.locale,
        values: { name: guest.name },
        cause: `portal code ${page.booking} ${period} to ${guest.email.toLowerCase()}`,
        about: { client: guest.client, booking: page.booking },
        link: { path: `/portal/${token}/code?code=${portalCode(entrance, period)}`, secrets },
      },
    ),
  );
}
