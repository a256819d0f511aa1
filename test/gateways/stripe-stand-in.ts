import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Stripe } from "stripe";
import { type Form, parseForm, textIn, textsIn } from "./stripe-form.ts";
import {
  aCharge,
  aCustomer,
  anIntent,
  aPaymentMethod,
  aRefund,
  aSession,
  type SessionFacts,
} from "./stripe-objects.ts";

/**
 * Speaks Stripe's protocol over HTTP: form-encoded requests, idempotency keys, errors; its objects have the types of Stripe's library.
 * Run as a program (`node test/gateways/stripe-stand-in.ts <port>`), it outlives its clients: GET /_ledger returns the ledger, and
 * POST /_misbehave (`how=…&times=…`) injects failures.
 */

/** One movement or hold of money. */
export interface LedgerLine {
  readonly kind: "charge" | "capture" | "cancel" | "expire" | "refund";
  readonly key: string;
  /** The intent's id. */
  readonly transaction: string;
  readonly amount: number;
  readonly metadata: Readonly<Record<string, string>>;
}

/** The failure of the next requests with a key; `after` means the work is done but the response is lost. */
export type Trouble = "hang" | "hang after" | "drop" | "drop after" | "500" | "402";

interface Answer {
  readonly status: number;
  readonly json: object;
}

interface Kept {
  readonly request: string;
  readonly answer: Answer;
}

/** A checkout page, with the data of its intent. */
interface Page {
  readonly facts: SessionFacts;
  readonly metadata: Record<string, string>;
  readonly manual: boolean;
  readonly keepsCard: boolean;
}

/** Cards keep an authorization for seven days. */
const authorizationMs = 7 * 86_400_000;

class StripeProblem extends Error {
  readonly answer: Answer;

  constructor(status: number, type: string, message: string, more: object = {}) {
    super(message);
    this.answer = { status, json: { error: { type, message, ...more } } };
  }
}

const invalidRequest = (message: string, code: string, more: object = {}): StripeProblem =>
  new StripeProblem(400, "invalid_request_error", message, { code, ...more });

export class StripeStandIn {
  readonly ledger: LedgerLine[] = [];
  /** Every received request with its idempotency key. */
  readonly requests: { readonly path: string; readonly key: string | undefined; readonly form: Form }[] = [];
  readonly intents = new Map<string, Stripe.PaymentIntent>();
  /** Epoch milliseconds; a test may move it. */
  clock: () => number = Date.now;
  private readonly pages = new Map<string, Page>();
  private readonly authorizedAt = new Map<string, number>();
  /** The customers of attached PaymentMethods. */
  private readonly owners = new Map<string, string>();
  private readonly refunded = new Map<string, number>();
  private readonly kept = new Map<string, Kept>();
  private readonly usedTokens = new Set<string>();
  private readonly troubles: Trouble[] = [];
  private made = 0;
  private readonly server = createServer((request, response) => void this.serve(request, response));

  /** @param port defaults to a free one. @returns the URL */
  async listen(port = 0): Promise<string> {
    await once(this.server.listen(port, "127.0.0.1"), "listening");
    const address = this.server.address();
    return `http://127.0.0.1:${typeof address === "object" ? address?.port : port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }

  misbehave(how: Trouble, times = 1): void {
    for (let count = 0; count < times; count++) this.troubles.push(how);
  }

  /** Forgets the failures that are left. */
  behave(): void {
    this.troubles.length = 0;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "/" } = request;
    const form = parseForm(await text(request));
    if (url === "/_ledger") return send(response, { status: 200, json: this.ledger });
    if (url === "/_misbehave") {
      this.misbehave(troubleOf(textIn(form, "how")), Number(textIn(form, "times") ?? 1));
      return send(response, { status: 200, json: {} });
    }
    const path = new URL(url, "http://stand-in").pathname;
    const key = request.headers["idempotency-key"];
    const keyText = typeof key === "string" ? key : undefined;
    this.requests.push({ path, key: keyText, form });
    const trouble = keyText === undefined ? undefined : this.troubles.shift();
    if (trouble === "hang") return;
    if (trouble === "drop") return void request.socket.destroy();
    if (trouble === "500")
      return send(response, { status: 500, json: { error: { type: "api_error", message: "Oops." } } });
    const answer = this.answer({
      method,
      path,
      form,
      key: keyText,
      authorization: request.headers.authorization,
      trouble,
    });
    if (trouble === "hang after") return;
    if (trouble === "drop after") return void request.socket.destroy();
    send(response, answer);
  }

  private answer(asked: Asked): Answer {
    try {
      if (!/^Bearer [sr]k_test_/.test(asked.authorization ?? "")) {
        throw new StripeProblem(401, "invalid_request_error", "Invalid API Key provided.");
      }
      if (asked.method === "GET" || asked.key === undefined) return this.work(asked);
      return this.once(asked.key, asked);
    } catch (error) {
      if (error instanceof StripeProblem) return error.answer;
      throw error;
    }
  }

  /** Stores the first response to a key and replays it for the same request. */
  private once(key: string, asked: Asked): Answer {
    const request = JSON.stringify([asked.path, asked.form]);
    const before = this.kept.get(key);
    if (before && before.request !== request) {
      throw new StripeProblem(
        400,
        "idempotency_error",
        "Keys for idempotent requests can only be used with the same parameters.",
      );
    }
    if (before) return before.answer;
    let answer: Answer;
    try {
      answer = this.work(asked);
    } catch (error) {
      if (!(error instanceof StripeProblem)) throw error;
      answer = error.answer;
    }
    this.kept.set(key, { request, answer });
    return answer;
  }

  private work(asked: Asked): Answer {
    const [, , resource = "", id = "", action] = asked.path.split("/");
    const called = [asked.method, resource, ...(action ? [action] : id && resource !== "checkout" ? [":id"] : [])].join(
      " ",
    );
    const known: Readonly<Record<string, () => object>> = {
      "POST payment_methods": () => this.createMethod(asked),
      "POST payment_methods attach": () => this.attach(id, asked),
      "POST customers": () => this.createCustomer(asked),
      "POST payment_intents": () => this.createIntent(asked),
      "GET payment_intents :id": () => this.shown(this.intentOf(id), asked),
      "POST payment_intents capture": () => this.capture(this.intentOf(id), asked),
      "POST payment_intents cancel": () => this.cancel(this.intentOf(id), asked),
      "POST refunds": () => this.refund(asked),
      "POST checkout": () => this.createSession(asked),
    };
    const work = known[called];
    if (!work) throw new StripeProblem(404, "invalid_request_error", `Unrecognized request URL (${called}).`);
    return { status: 200, json: work() };
  }

  private createMethod({ form }: Asked): Stripe.PaymentMethod {
    assertKnown(form, ["type", "card"]);
    const token = textIn(form, "card", "token") ?? "";
    if (!token.startsWith("tok_"))
      throw invalidRequest(`No such token: '${token}'`, "resource_missing", { param: "card[token]" });
    if (this.usedTokens.has(token))
      throw invalidRequest(`You cannot use a Stripe token more than once: ${token}.`, "token_already_used");
    this.usedTokens.add(token);
    return aPaymentMethod(token.replace("tok_", "pm_"));
  }

  private createCustomer({ form }: Asked): object {
    assertKnown(form, ["metadata"]);
    return aCustomer(`cus_${++this.made}`, textsIn(form, "metadata"));
  }

  private attach(method: string, { form }: Asked): Stripe.PaymentMethod {
    assertKnown(form, ["customer"]);
    const customer = textIn(form, "customer") ?? "";
    if (!customer.startsWith("cus_")) throw invalidRequest(`No such customer: '${customer}'`, "resource_missing");
    this.owners.set(method, customer);
    return { ...aPaymentMethod(method), customer };
  }

  private createIntent({ form, key = "", trouble }: Asked): Stripe.PaymentIntent {
    assertKnown(form, [
      "amount",
      "currency",
      "payment_method",
      "customer",
      "allowed_payment_method_types",
      "capture_method",
      "confirm",
      "off_session",
      "description",
      "metadata",
      "expand",
    ]);
    const method = textIn(form, "payment_method") ?? "";
    if (!/^(pm|card|src)_/.test(method)) {
      throw invalidRequest(`No such PaymentMethod: '${method}'`, "resource_missing", { param: "payment_method" });
    }
    const customer = textIn(form, "customer") ?? null;
    this.assertUsable(method, customer);
    const facts = {
      id: `pi_${++this.made}`,
      customer,
      amount: amountIn(form, "amount"),
      currency: textIn(form, "currency") ?? "",
      description: textIn(form, "description") ?? null,
      metadata: textsIn(form, "metadata"),
      manual: textIn(form, "capture_method") === "manual",
      method,
    };
    if (trouble === "402" || /declined/i.test(method)) {
      const refused = anIntent(facts, "requires_payment_method");
      this.intents.set(refused.id, refused);
      const more = { code: "card_declined", decline_code: "insufficient_funds", payment_intent: refused };
      throw new StripeProblem(402, "card_error", "Your card was declined.", more);
    }
    if (/authentication/.test(method)) {
      const refused = anIntent(facts, "requires_payment_method");
      this.intents.set(refused.id, refused);
      const more = {
        code: "authentication_required",
        decline_code: "authentication_required",
        payment_intent: refused,
      };
      throw new StripeProblem(
        402,
        "card_error",
        "Your card was declined. This transaction requires authentication.",
        more,
      );
    }
    const intent = anIntent(facts, facts.manual ? "requires_capture" : "succeeded");
    this.intents.set(intent.id, intent);
    if (facts.manual) this.authorizedAt.set(intent.id, this.clock());
    this.note("charge", key, intent, intent.amount);
    return this.shown(intent, { form });
  }

  /** A PaymentMethod of a customer is charged with that customer only; any other is used up by its first intent. */
  private assertUsable(method: string, customer: string | null): void {
    const owner = this.owners.get(method) ?? null;
    if (owner === customer) return;
    throw invalidRequest("The payment method does not belong to the customer.", "resource_missing", {
      param: "payment_method",
    });
  }

  /** Lets authorizations lapse whose time is over. @returns the lapsed intents, for reports */
  expire(): readonly Stripe.PaymentIntent[] {
    return [...this.intents.values()]
      .filter((intent) => this.lapsed(intent) !== intent)
      .map(({ id }) => this.intentOf(id));
  }

  private lapsed(intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
    const at = this.authorizedAt.get(intent.id);
    if (intent.status !== "requires_capture" || at === undefined || this.clock() < at + authorizationMs) return intent;
    const canceled = { ...intent, status: "canceled", amount_capturable: 0, cancellation_reason: "automatic" } as const;
    this.intents.set(intent.id, canceled);
    this.note("expire", "", canceled, intent.amount);
    return canceled;
  }

  private capture(intent: Stripe.PaymentIntent, { form, key = "" }: Asked): Stripe.PaymentIntent {
    assertKnown(form, ["amount_to_capture"]);
    if (intent.status !== "requires_capture") throw wrongState(intent, "captured");
    const amount = amountIn(form, "amount_to_capture");
    if (amount > intent.amount_capturable)
      throw invalidRequest("The amount is greater than the capturable one.", "amount_too_large");
    const captured = { ...intent, status: "succeeded", amount_received: amount, amount_capturable: 0 } as const;
    this.intents.set(intent.id, captured);
    this.note("capture", key, captured, amount);
    return captured;
  }

  private cancel(intent: Stripe.PaymentIntent, { form, key = "" }: Asked): Stripe.PaymentIntent {
    assertKnown(form, []);
    if (intent.status === "succeeded" || intent.status === "canceled") throw wrongState(intent, "canceled");
    const canceled = { ...intent, status: "canceled", amount_capturable: 0 } as const;
    this.intents.set(intent.id, canceled);
    this.note("cancel", key, canceled, intent.amount);
    return canceled;
  }

  private refund({ form, key = "" }: Asked): Stripe.Refund {
    assertKnown(form, ["payment_intent", "amount"]);
    const intent = this.intentOf(textIn(form, "payment_intent") ?? "");
    const before = this.refundedOf(intent.id);
    const amount = amountIn(form, "amount");
    if (before >= intent.amount_received)
      throw invalidRequest("Charge has already been refunded.", "charge_already_refunded");
    if (before + amount > intent.amount_received)
      throw invalidRequest("Refund amount is greater than unrefunded amount.", "amount_too_large");
    this.refunded.set(intent.id, before + amount);
    this.note("refund", key, intent, amount);
    return aRefund(`re_${++this.made}`, intent, amount);
  }

  private createSession({ form }: Asked): Stripe.Checkout.Session {
    const price = ["line_items", "0", "price_data"];
    const id = `cs_test_${++this.made}`;
    const facts = {
      id,
      amount: Number(textIn(form, ...price, "unit_amount")),
      currency: textIn(form, ...price, "currency") ?? "",
      metadata: textsIn(form, "metadata"),
      email: textIn(form, "customer_email") ?? null,
      returnUrl: textIn(form, "success_url") ?? "",
      url: `https://checkout.example/c/pay/${id}`,
      intent: null,
    };
    const { payment_intent_data: data } = form;
    const manual = textIn(form, "payment_intent_data", "capture_method") === "manual";
    const keepsCard = textIn(form, "payment_intent_data", "setup_future_usage") === "off_session";
    this.pages.set(id, {
      facts,
      metadata: typeof data === "object" ? textsIn(data, "metadata") : {},
      manual,
      keepsCard,
    });
    return aSession(facts, "open");
  }

  /** Pays a session's page as a guest. @returns the updated session and intent, for a report */
  payOnPage(url: string): { readonly session: Stripe.Checkout.Session; readonly intent: Stripe.PaymentIntent } {
    const page = this.pages.get(url.split("/").at(-1) ?? "");
    if (!page) throw new Error(`There is no page ${url}.`);
    const { amount, currency } = page.facts;
    const id = `pi_${++this.made}`;
    const { metadata, manual, keepsCard } = page;
    const method = `pm_page_${this.made}`;
    const customer = keepsCard ? `cus_${this.made}` : null;
    if (customer !== null) this.owners.set(method, customer);
    const intent = anIntent(
      { id, amount, currency, description: null, metadata, manual, method, customer, keepsCard },
      manual ? "requires_capture" : "succeeded",
    );
    this.intents.set(id, intent);
    if (manual) this.authorizedAt.set(id, this.clock());
    this.note("charge", page.facts.id, intent, amount);
    return { session: aSession({ ...page.facts, manual, intent: id }, "complete"), intent };
  }

  /** Minor units. */
  refundedOf(intent: string): number {
    return this.refunded.get(intent) ?? 0;
  }

  private intentOf(id: string): Stripe.PaymentIntent {
    const intent = this.intents.get(id);
    if (intent) return this.lapsed(intent);
    throw new StripeProblem(404, "invalid_request_error", `No such payment_intent: '${id}'`, {
      code: "resource_missing",
    });
  }

  private shown(intent: Stripe.PaymentIntent, { form }: Pick<Asked, "form">): Stripe.PaymentIntent {
    const at = this.authorizedAt.get(intent.id);
    const until = at === undefined ? undefined : Math.floor((at + authorizationMs) / 1000);
    const charge = aCharge(intent, this.refundedOf(intent.id), until);
    return { ...intent, latest_charge: textIn(form, "expand", "0") === "latest_charge" ? charge : charge.id };
  }

  private note(kind: LedgerLine["kind"], key: string, { id, metadata }: Stripe.PaymentIntent, amount: number): void {
    this.ledger.push({ kind, key, transaction: id, amount, metadata });
  }
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly form: Form;
  readonly key: string | undefined;
  readonly authorization: string | undefined;
  readonly trouble: Trouble | undefined;
}

function send(response: ServerResponse, { status, json }: Answer): void {
  response.writeHead(status, { "content-type": "application/json", "request-id": "req_stand_in" });
  response.end(JSON.stringify(json));
}

function assertKnown(form: Form, names: readonly string[]): void {
  const unknown = Object.keys(form).find((name) => !names.includes(name));
  if (unknown) throw invalidRequest(`Received unknown parameter: ${unknown}`, "parameter_unknown", { param: unknown });
}

function amountIn(form: Form, name: string): number {
  const amount = textIn(form, name) ?? "";
  if (!/^[1-9]\d{0,7}$/.test(amount))
    throw invalidRequest(`Invalid integer: ${amount}`, "parameter_invalid_integer", { param: name });
  return Number(amount);
}

function wrongState(intent: Stripe.PaymentIntent, done: string): StripeProblem {
  const message = `This PaymentIntent could not be ${done} because it has a status of ${intent.status}.`;
  return invalidRequest(message, "payment_intent_unexpected_state", { payment_intent: intent });
}

function troubleOf(word: string | undefined): Trouble {
  const found = (["hang", "hang after", "drop", "drop after", "500", "402"] as const).find((one) => one === word);
  if (!found) throw new Error(`There is no such trouble: ${word}`);
  return found;
}

if (process.argv[1] === import.meta.filename) {
  process.stdout.write(`${await new StripeStandIn().listen(Number(process.argv[2] ?? 0))}\n`);
}
