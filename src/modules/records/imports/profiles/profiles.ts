import type { Mapping } from "../mapping.ts";
import type { ImportKind } from "../source-line.ts";
import { channelProfiles } from "./channel-profiles.ts";
import type { Profile } from "./profile.ts";
import type { ProfileName } from "./profile-names.ts";
import { systemProfiles } from "./system-profiles.ts";

const profiles: Readonly<Record<ProfileName, Profile>> = { ...channelProfiles, ...systemProfiles };

const plain = (name: string): string => name.trim().toLowerCase();

const isProfile = (name: string): name is ProfileName => Object.hasOwn(profiles, name);

/** The profile that a file's header fits: the one of whose marks it has all, and most. */
export function recognizedProfile(columns: readonly string[], kind: ImportKind): ProfileName | undefined {
  if (kind !== "bookings") return undefined;
  const header = new Set(columns.map(plain));
  const fitting = Object.keys(profiles)
    .filter(isProfile)
    .filter((name) => profiles[name].marks.every((mark) => header.has(plain(mark))))
    .toSorted((one, other) => profiles[other].marks.length - profiles[one].marks.length);
  return fitting[0];
}

/** A profile's mapping for a file. A column that it does not know stays open. */
export function profileMapping(name: ProfileName, header: readonly string[]): Mapping {
  const { columns, ignore, values, constants, dates, paymentLines } = profiles[name];
  const known = new Map(Object.entries(columns).map(([theirs, ours]) => [plain(theirs), ours]));
  const ignored = new Set(ignore.map(plain));
  const taken = new Set<string>();
  const mapped: Record<string, string> = {};
  const left: string[] = [];
  for (const column of header) {
    const ours = known.get(plain(column));
    if (ours !== undefined && !taken.has(ours)) {
      taken.add(ours);
      mapped[column] = ours;
    } else if (ours !== undefined || ignored.has(plain(column))) left.push(column);
  }
  return {
    columns: mapped,
    ...(values ? { values } : {}),
    ...(constants ? { constants } : {}),
    ...(dates === undefined ? {} : { dates }),
    ...(paymentLines ? { payment_lines: true } : {}),
    ignore: left,
  };
}
