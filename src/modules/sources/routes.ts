import { type Route, reads } from "../../kernel/route.ts";
import { insertRecord, updateRecord } from "../../kernel/write/store.ts";
import { creates, updates } from "../../kernel/write/writes.ts";
import { source } from "./source.ts";
import { checkName, refusingTakenName } from "./unique-name.ts";

const scopes = ["bookings_write", "bookings_write_owned"] as const;

export const sourcesRoutes: readonly Route[] = [
  ...reads(source),
  creates(source, {
    scopes,
    check: checkName,
    create(context, draft, _parent, errors) {
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
