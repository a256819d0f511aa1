import { type Route, reads } from "../../../kernel/route.ts";
import { destination } from "./destination.ts";

export const destinationsRoutes: readonly Route[] = reads(destination);
