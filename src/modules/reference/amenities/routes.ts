import { type Route, reads } from "../../../kernel/route.ts";
import { amenity } from "./amenity.ts";

export const amenitiesRoutes: readonly Route[] = reads(amenity);
