import { type Route, reads } from "../../../kernel/route.ts";
import { creates } from "../../../kernel/write/creates.ts";
import { insertRecord, updateRecord } from "../../../kernel/write/store.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { source } from "./source.ts";
import { checkName, refusingTakenName } from "./unique-name.ts";

const scopes = ["bookings_write", "bookings_write_owned"] as const;

export const sourcesRoutes: readonly Route[] = [
  ...reads(source),
  creates(source, {
    scopes,
    check: checkName,
    create(context, draft, errors) {
      errors.throwIfAny();
      return refusingTakenName(insertRecord(context, draft));
    },
  }),
  ...updates(source, {
    scopes,
    check: checkName,
    update(context, id, draft, errors) {
      errors.throwIfAny();
      return refusingTakenName(updateRecord(context, id, draft));
    },
  }),
];
