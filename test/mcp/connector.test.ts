import { once } from "node:events";
import { createServer } from "node:http";
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { baseUrl, useSharedService } from "../harness/service.ts";
import { expectUsable, press, tabOrder, useBrowser } from "../web/browser-windows.ts";
import { aToken, type TestToken } from "./fixture.ts";

/** Connector sign-in end to end: the official client opens the page in a real browser, and the person pastes a token. */
const service = useSharedService();
const windows = useBrowser();

let token: TestToken;
beforeAll(async () => {
  token = await aToken(service, [await service.anAccount({ business_name: "Les Robles" })]);
});

/** Starts a local program's callback server. @returns its URL and the parameters that the browser brings back */
async function aProgram(): Promise<{ url: string; came: Promise<URLSearchParams> }> {
  const came = Promise.withResolvers<URLSearchParams>();
  const server = createServer((request, response) => {
    response
      .setHeader("content-type", "text/html")
      .end("<!doctype html><title>Back</title><h1>Back in the program</h1>");
    const url = new URL(request.url ?? "", "http://localhost");
    if (url.pathname === "/callback") came.resolve(url.searchParams);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It listens nowhere.");
  return { url: `http://127.0.0.1:${address.port}/callback`, came: came.promise };
}

type Saved = {
  information?: Parameters<NonNullable<OAuthClientProvider["saveClientInformation"]>>[0];
  tokens?: Parameters<OAuthClientProvider["saveTokens"]>[0];
};

/** The OAuth provider that the library requires. It keeps everything in memory and exposes the page's address to the test. */
class Memory implements OAuthClientProvider {
  readonly saved: Saved = {};
  readonly redirectUrl: string;
  page: URL | undefined;
  private verifier = "";
  private discovered: OAuthDiscoveryState | undefined;

  constructor(redirectUrl: string) {
    this.redirectUrl = redirectUrl;
  }

  get clientMetadata() {
    return { redirect_uris: [this.redirectUrl], client_name: "A program", token_endpoint_auth_method: "none" };
  }

  state() {
    return "the program's state";
  }

  clientInformation() {
    return this.saved.information;
  }

  saveClientInformation(information: NonNullable<Saved["information"]>) {
    this.saved.information = information;
  }

  tokens() {
    return this.saved.tokens;
  }

  saveTokens(tokens: NonNullable<Saved["tokens"]>) {
    this.saved.tokens = tokens;
  }

  redirectToAuthorization(url: URL) {
    this.page = url;
  }

  saveCodeVerifier(verifier: string) {
    this.verifier = verifier;
  }

  codeVerifier() {
    return this.verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState) {
    this.discovered = state;
  }

  discoveryState() {
    return this.discovered;
  }
}

/** Maps the service's configured base URL to the address where the tests run it. */
const here = (url: string | URL) => String(url).replace(baseUrl, service.url);

const transportOf = (authProvider: OAuthClientProvider) =>
  new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), {
    authProvider,
    fetch: (url, init) => fetch(here(url), init),
  });

/** A program that knows only the endpoint's URL and discovers the page itself. */
async function asking(memory: Memory) {
  const client = new Client({ name: "A program", version: "1" });
  const transport = transportOf(memory);
  await expect(client.connect(transport)).rejects.toBeInstanceOf(UnauthorizedError);
  return transport;
}

describe.each(["phone", "desktop"] as const)("at the width of a %s, without JavaScript", (width) => {
  test("the client opens a browser page where the user pastes the token, and exchanges the code for it", async () => {
    const program = await aProgram();
    const memory = new Memory(program.url);
    const transport = await asking(memory);
    expect(memory.page?.href).toMatch(/^https:\/\/roost\.test\/mcp\/oauth\/authorize\?/);

    const page = await windows.open(width);
    await page.goto(here(memory.page ?? ""));
    expect(await page.title()).toBe("Connect an AI agent · Roost");
    await expectUsable(page, `${width}-connector`);

    await page.getByLabel("Token").fill(`mcp_${"0".repeat(43)}`);
    await press(page, "Connect");
    const alert = page.getByRole("alert");
    expect(await alert.textContent()).toBe("This token is mistyped, expired or revoked. Check it and try again.");
    expect(await page.getByLabel("Token").inputValue()).toBe("");
    expect(await page.getByLabel("Token").getAttribute("aria-describedby")).toContain(await alert.getAttribute("id"));
    await expectUsable(page, `${width}-connector-refused`);

    await page.getByLabel("Token").fill(token.token);
    await press(page, "Connect");
    expect(await page.getByRole("heading").textContent()).toBe("Back in the program");
    expect(page.url()).not.toContain(token.token);
    const came = await program.came;
    expect(came.get("state")).toBe("the program's state");
    expect(came.get("iss")).toBe(`${baseUrl}/mcp`);

    await transport.finishAuth(came);
    expect(memory.saved.tokens).toMatchObject({ access_token: token.token, token_type: "Bearer" });
    expect(memory.saved.tokens).not.toHaveProperty("refresh_token");

    // From now on the client sends the token as a Bearer token and never opens the page again.
    const client = new Client({ name: "A program", version: "1" });
    await client.connect(transportOf(memory));
    onTestFinished(() => client.close());
    const { structuredContent } = await client.callTool({
      name: "api_v3_list",
      arguments: { resource: "accounts", fields: "business_name" },
    });
    expect(structuredContent).toMatchObject({ accounts: [{ business_name: "Les Robles" }] });
  });
});

test("the page works by keyboard alone and can be declined", async () => {
  const program = await aProgram();
  const memory = new Memory(program.url);
  await asking(memory);
  const page = await windows.open("desktop", "dark");
  await page.goto(here(memory.page ?? ""));
  expect(await page.locator(":focus").getAttribute("name")).toBe("token");
  expect(await tabOrder(page, 3)).toEqual(["button Connect", "button Don’t connect", "link Documentation"]);
  await expectUsable(page, "connector-dark");
  await press(page, "Don’t connect");
  expect((await program.came).get("error")).toBe("access_denied");
});

test("refuses a foreign redirect URI on the page", async () => {
  const memory = new Memory("https://evil.example/callback");
  await asking(memory);
  const page = await windows.open("phone");
  await page.goto(here(memory.page ?? ""));
  expect(await page.getByRole("heading").textContent()).toBe("Redirect address not allowed");
  expect(await page.getByLabel("Token").count()).toBe(0);
  await expectUsable(page, "connector-untrusted");
});

test("the page violates no content security policy and loads nothing from other hosts", async () => {
  const program = await aProgram();
  const memory = new Memory(program.url);
  await asking(memory);
  const page = await windows.openWithScript();
  const consoleLines: string[] = [];
  page.on("console", (message) => consoleLines.push(message.text()));
  await page.goto(here(memory.page ?? ""));
  await page.getByLabel("Token").fill(token.token);
  await press(page, "Connect");
  await program.came;
  expect(consoleLines.filter((text) => /policy|refused/i.test(text))).toEqual([]);
});
