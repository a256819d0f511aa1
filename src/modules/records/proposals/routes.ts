import { type Route, reads } from "../../../kernel/route.ts";
import { action } from "../../../kernel/write/actions.ts";
import { approveProposal, rejectProposal } from "./decide.ts";
import { proposal } from "./proposal.ts";

const onOne = { on: "one", method: "POST", scopes: ["bookings_write"] } as const;

export const proposalsRoutes: readonly Route[] = [
  ...reads(proposal),
  action(proposal, {
    ...onOne,
    path: "approve",
    summary: "Approve an agent's proposal.",
    description:
      "Runs the proposed request in the same transaction, on behalf of the person. Only a person in the console can approve, and only what that person's role may do. Nothing happens if the proposal has expired, was decided before, or would now do anything else than its preview shows.",
    run: approveProposal,
  }),
  action(proposal, {
    ...onOne,
    path: "reject",
    summary: "Reject an agent's proposal.",
    description: "Only a person in the console can reject.",
    run: rejectProposal,
  }),
];
