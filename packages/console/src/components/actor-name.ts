import type { Translate } from "../i18n/translate.ts";

interface Actor {
  readonly type: string;
  readonly id: number | null;
  readonly name: string | null;
}

/** The actor's name, or its type and id. Jobs have labels, and commands are marked as commands. */
export function actorName({ type, id, name }: Actor, t: Translate): string {
  if (type === "Command") return t("booking.actors", { type, id: name ?? "" }).trim();
  const label = type === "Job" ? t.find(`jobs.names.${name}`) : undefined;
  return label ?? name ?? t("booking.actors", { type, id: id ?? "" }).trim();
}
