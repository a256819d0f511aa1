import type { Translate } from "../i18n/translate.ts";

interface Actor {
  readonly type: string;
  readonly id: number | null;
  readonly name: string | null;
}

/** The name of a change's actor, else its kind and number. */
export function actorName({ type, id, name }: Actor, t: Translate): string {
  return name ?? t("booking.actors", { type, id: id ?? "" }).trim();
}
