import { type Route, reads } from "../../../kernel/route.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { upload } from "../files/upload.ts";
import { generalSettings } from "./general-settings.ts";
import { logoTypes } from "./save-logo.ts";
import { checkGeneralSettings, updateGeneralSettings } from "./update-general-settings.ts";

export const preferencesRoutes: readonly Route[] = [
  ...reads(generalSettings),
  ...updates(generalSettings, {
    scopes: ["preferences_write"],
    upload: upload("logo", logoTypes),
    check: checkGeneralSettings,
    update: updateGeneralSettings,
  }),
];
