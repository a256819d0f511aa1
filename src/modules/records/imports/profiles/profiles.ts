import type { Mapping } from "../mapping.ts";
import type { ImportKind } from "../source-line.ts";
import type { ProfileName } from "./profile-names.ts";

/** A profile's mapping for a kind. */
export function profileMapping(_name: ProfileName, _kind: ImportKind): Mapping {
  return {};
}

/** The profile that a header fits. */
export function recognizedProfile(_columns: readonly string[], _kind: ImportKind): ProfileName | undefined {
  return undefined;
}

/** A mapping's parts over a profile's. */
export function withProfile(own: Mapping, profile: Mapping): Mapping {
  return { ...profile, ...own, columns: { ...profile.columns, ...own.columns } };
}
