import { type Route, reads } from "../../../kernel/route.ts";
import { channelPayout } from "./channel-payout.ts";
import { payout } from "./payout.ts";

export const payoutsRoutes: readonly Route[] = [...reads(payout), ...reads(channelPayout)];
