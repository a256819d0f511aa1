/** A response as a browser without JavaScript sees it. */
export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The redirect's target. */
  readonly location: string | null;
}

/** A browser without JavaScript: keeps cookies, follows no redirect. */
export class PlainBrowser {
  readonly url: string;
  readonly cookies = new Map<string, string>();
  /** Headers of every request. */
  readonly headers: Record<string, string>;
  private lastPage = "";

  constructor(url: string, headers: Record<string, string> = {}) {
    this.url = url;
    this.headers = headers;
  }

  get(path: string): Promise<Seen> {
    return this.ask("GET", path);
  }

  /** Submits a form with the last page's CSRF token, unless the fields contain one. */
  post(path: string, fields: Record<string, string | readonly string[]>): Promise<Seen> {
    const body = new URLSearchParams();
    const all: Record<string, string | readonly string[]> = { csrf_token: this.csrfToken(), ...fields };
    for (const [name, values] of Object.entries(all)) {
      for (const value of typeof values === "string" ? [values] : values) body.append(name, value);
    }
    return this.ask("POST", path, body);
  }

  /** Opens the sign-in page and submits it. */
  async signIn(email: string, password: string, returnTo?: string): Promise<Seen> {
    await this.get("/sign_in");
    return this.post("/sign_in", { email, password, ...(returnTo === undefined ? {} : { return_to: returnTo }) });
  }

  /** The last page's token; empty without a form. */
  csrfToken(): string {
    return /name="csrf_token" value="([^"]+)"/.exec(this.lastPage)?.[1] ?? "";
  }

  private async ask(method: string, path: string, body?: URLSearchParams): Promise<Seen> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(this.url + path, {
      method,
      redirect: "manual",
      headers: { ...this.headers, ...(cookie === "" ? {} : { cookie }) },
      ...(body ? { body } : {}),
    });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    const text = await response.text();
    if (text.includes("<form")) this.lastPage = text;
    return { status: response.status, headers: response.headers, text, location: response.headers.get("location") };
  }

  private keep(line: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/max-age=0(;|$)/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
