import { type Route, reads } from "../../../kernel/route.ts";
import { availability } from "./availability.ts";
import { changeOver } from "./change-over.ts";

export const calendarRoutes: readonly Route[] = [...reads(availability), ...reads(changeOver)];
