import { type Route, reads } from "../../../kernel/route.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { generalSettings } from "./general-settings.ts";
import { checkGeneralSettings, updateGeneralSettings } from "./update-general-settings.ts";

export const preferencesRoutes: readonly Route[] = [
  ...reads(generalSettings),
  ...updates(generalSettings, {
    scopes: ["preferences_write"],
    check: checkGeneralSettings,
    update: updateGeneralSettings,
  }),
];
