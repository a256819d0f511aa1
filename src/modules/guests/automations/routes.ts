import { type Route, reads } from "../../../kernel/route.ts";
import { action } from "../../../kernel/write/actions.ts";
import { creates } from "../../../kernel/write/creates.ts";
import { destroys } from "../../../kernel/write/destroys.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { automation } from "./automation.ts";
import { dropAction, editAction, pauseAction, resumeAction, sendActionNow } from "./change-action.ts";
import { checkAutomation } from "./check-automation.ts";
import { automationForecast, forecastAutomation, forecastBody } from "./forecast/forecast-automation.ts";
import { createAutomation, destroyAutomation, updateAutomation } from "./save-automation.ts";
import { scheduledAction } from "./scheduled-action.ts";

const scopes = ["automations_write"] as const;
const onOne = { on: "one", method: "PUT", scopes } as const;

export const automationsRoutes: readonly Route[] = [
  ...reads(automation),
  creates(automation, {
    scopes,
    check: checkAutomation,
    create: createAutomation,
    description: "An account has at most 200 rules.",
  }),
  ...updates(automation, {
    scopes,
    check: checkAutomation,
    update: updateAutomation,
    description: "Its actions are planned again. Actions that were performed stay.",
  }),
  destroys(automation, {
    scopes,
    destroy: destroyAutomation,
    description: "Cancels its pending actions. A built-in rule can only be switched off.",
  }),
  action(automation, {
    on: "none",
    method: "POST",
    path: "forecast",
    scopes,
    summary: "Forecast a rule that is not saved.",
    description:
      "Takes the body of a new rule and returns what it would do for current bookings if it were on. Nothing changes.",
    body: forecastBody,
    computes: automationForecast,
    run: forecastAutomation,
  }),
  ...reads(scheduledAction),
  ...updates(scheduledAction, {
    scopes,
    update: editAction,
    description:
      "Only the texts can change, until the action is performed. Placeholders are filled in when it is sent.",
  }),
  action(scheduledAction, { ...onOne, path: "pause", summary: "Pause an action.", run: pauseAction }),
  action(scheduledAction, { ...onOne, path: "resume", summary: "Resume a paused action.", run: resumeAction }),
  action(scheduledAction, {
    ...onOne,
    path: "drop",
    summary: "Drop an action.",
    description: "It is never performed, whatever changes later.",
    run: dropAction,
  }),
  action(scheduledAction, {
    ...onOne,
    path: "send_now",
    summary: "Perform an action now.",
    description: "A job performs it if its conditions still hold, even if it was skipped or failed before.",
    run: sendActionNow,
  }),
];
