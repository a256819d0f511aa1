import type { Translate } from "../i18n/translate.ts";

interface Actor {
  readonly type: string;
  readonly id: number | null;
  readonly name: string | null;
}

/** The actor's name, or its type and id. */
export function actorName({ type, id, name }: Actor, t: Translate): string {
  return name ?? t("booking.actors", { type, id: id ?? "" }).trim();
}
