import type { Json } from "../harness/client.ts";
import { aPixel } from "./example-requests.ts";

/** An unacceptable sample: the refused attribute, the reason and a valid replacement. */
export interface Refusal {
  readonly because: string;
  readonly attributes: readonly string[];
  /** The attributes that make the sample valid; undefined removes one. */
  readonly instead: Json;
}

const bothWays: Refusal = {
  because: "A rule is in force in seasons or between two dates, as its own constraint says.",
  attributes: ["always_applied"],
  instead: { season_ids: undefined },
};
const noChannel: Refusal = {
  because: "channelname is none of the channels.",
  attributes: ["default_channel"],
  instead: { default_channel: "email" },
};
const noFile: Refusal = {
  because: "The text in it stands for a file, and is none.",
  attributes: ["file"],
  instead: { file: aPixel() },
};

/** Samples that the service refuses, mostly because of mistakes in the reference. */
export const refusals: Readonly<Record<string, Refusal>> = {
  "inbox_attachments/create-request.json": noFile,
  "inbox_attachments/update-request.json": noFile,
  "inbox_conversations/create-request.json": noChannel,
  "inbox_conversations/update-request.json": noChannel,
  "payments/update-request.json": {
    because: "A payment is in the currency of its booking, which here is another one.",
    attributes: ["currency"],
    instead: { currency: "EUR" },
  },
  "rates_rules/create-request.json": bothWays,
  "rates_rules/update-request.json": bothWays,
  "reviews/dismiss-request.json": {
    because: "disimissed_at is a typing error, and its time is none.",
    attributes: ["disimissed_at"],
    instead: { disimissed_at: undefined },
  },
  "taxes/create-request.json": {
    because: "A tax has a kind, as its own constraint says.",
    attributes: ["kind"],
    instead: { kind: "other" },
  },
};
