import Type from "typebox";
import { id, oneOf, string, time, timestamps } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { wordList } from "../../../kernel/search.ts";
import { previewList, previewObject, proposedChange, proposedNotice, proposedPrice } from "./proposal-values.ts";

/** The actions that an agent can propose. */
export const proposedActions = ["hold", "book", "move", "cancel", "block", "set_prices", "answer"] as const;
export type ProposedAction = (typeof proposedActions)[number];

/** The states of a proposal, as they are read. */
export const proposalStates = ["pending", "approved", "rejected", "expired"] as const;

const state =
  "case when proposals.state = 'pending' and proposals.expires_at <= now() then 'expired' else proposals.state end";

const nameOf = (column: string): string => `(select users.fullname from users where users.id = proposals.${column})`;

const erased = "Null a day later, or once a guest is forgotten.";

/** A change that an agent asks a person to approve (docs/guides/agents.md). */
export const proposal = defineResource("proposals", {
  singular: "proposal",
  description:
    "A change that an agent proposes: a request to this API, with its preview. It changes nothing until a person approves it within ten minutes.",
  readScopes: ["audit_read"],
  uncached: true,
  attributes: {
    id: id(),
    action: oneOf(proposedActions).readOnly().present().description("What the agent proposes to do."),
    state: oneOf(proposalStates)
      .readAs(state)
      .readOnly()
      .present()
      .description("pending until a person approves or rejects it; expired after ten minutes."),
    agent_prefix: string().unrecorded().readOnly().present().description("The first characters of the agent's token."),
    proposed_by: string().from(nameOf("proposed_by_user_id")).description("The name of the token's user."),
    method: string().readOnly().present().description("The method of the proposed request."),
    path: string().readOnly().present().description("Its path below /api/v3."),
    body: previewObject(Type.Record(Type.String(), Type.Unknown()))
      .unrecorded()
      .readOnly()
      .description(`Its body. ${erased}`),
    changes: previewList(proposedChange)
      .from("proposals.preview -> 'changes'")
      .description(`The records that it creates or changes, with values before and after. ${erased}`),
    price: previewObject(proposedPrice)
      .from("nullif(proposals.preview -> 'price', 'null')")
      .description(
        "The final price of the booking before and after, or the rental price of the nights whose rates change; null for an answer.",
      ),
    guest: string()
      .personal()
      .from("proposals.preview ->> 'guest'")
      .description(`The guest of the booking or the conversation. ${erased}`),
    notices: previewList(proposedNotice)
      .from("proposals.preview -> 'notices'")
      .description(`Recipients of mails and webhooks, and connected applications. ${erased}`),
    expires_at: time().readOnly().present().description("Until when it can be approved."),
    decided_at: time().readOnly().description("When it was approved or rejected."),
    decided_by: string().from(nameOf("decided_by_user_id")).description("The person who approved or rejected it."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rental: one("rentals").description("The rental that it concerns."),
    booking: one("bookings").description("The booking that it changes; once approved, the one that it created."),
    conversation: one("conversations").description("The conversation that it answers."),
  },
  search: {
    state: wordList(proposalStates, {
      condition: `${state} = any(:state)`,
      description: "pending, approved, rejected or expired; several are separated by commas.",
    }),
  },
});
