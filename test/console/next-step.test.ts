import { describe, expect, test } from "vitest";
import { nextStepOf, type StayState } from "../../packages/console/src/screens/booking/next-step.ts";

/** A paid stay in a month, about which nothing is to do. */
const calm: StayState = {
  ...{ isHold: false, today: 100, arrival: 130, departure: 137, deposit: 0, left: 0 },
  ...{ hasEmail: true, unanswered: undefined, written: 0, isReviewed: false },
};

describe("the next step of a booking", () => {
  test.each<[string, Partial<StayState>, ReturnType<typeof nextStepOf>]>([
    ["a hold is confirmed, whatever else is open", { isHold: true, unanswered: 7, left: 5 }, { kind: "confirm" }],
    ["a waiting guest comes before the money", { unanswered: 7, left: 5 }, { kind: "answer", conversation: 7 }],
    ["a deposit is taken before the arrival", { deposit: 25, left: 100 }, { kind: "deposit", amount: 25 }],
    ["a guest who is there pays all", { today: 131, deposit: 25, left: 100 }, { kind: "settle", amount: 100 }],
    ["a balance is settled before check-in details go out", { today: 125, left: 9 }, { kind: "settle", amount: 9 }],
    ["a week before the arrival the guest gets the details", { today: 123 }, { kind: "checkIn" }],
    ["a guest without an address gets none", { today: 123, hasEmail: false }, undefined],
    ["a guest to whom the team has written that week has them", { today: 125, written: 124 * 86_400_000 }, undefined],
    ["a balance that is due later is offered last", { left: 9 }, { kind: "settle", amount: 9 }],
    ["a review is answered after the stay", { today: 140, isReviewed: true }, { kind: "reply" }],
    ["nothing is left to do", {}, undefined],
  ])("%s", (_, state, step) => {
    expect(nextStepOf({ ...calm, ...state })).toEqual(step);
  });
});
