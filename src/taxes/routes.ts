import { type Route, reads } from "../kernel/route.ts";
import { tax } from "./tax.ts";

/** Reading only: writing taxes comes with the taxing of bookings. */
export const taxesRoutes: readonly Route[] = reads(tax);
