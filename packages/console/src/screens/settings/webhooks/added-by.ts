import type { Translate } from "../../../i18n/translate.ts";

/** Who added an endpoint: an application, or the account's own people. */
export function addedBy(program: string | undefined, t: Translate): string {
  return program === undefined ? t("webhooks.addedByTeam") : t("webhooks.addedBy", { program });
}
