import type { Translate } from "../../../i18n/translate.ts";

/** Names an endpoint's creator: an application, or the account's people. */
export function addedBy(program: string | undefined, t: Translate): string {
  return program === undefined ? t("webhooks.addedByTeam") : t("webhooks.addedBy", { program });
}
