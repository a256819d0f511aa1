/** A page as somebody without JavaScript has it: what it says, and the fields of its forms. */
export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Where a redirect leads. */
  readonly location: string | null;
}

/** Somebody with a browser that does nothing but HTTP: keeps cookies, follows nothing by itself. */
export class PlainBrowser {
  readonly url: string;
  readonly cookies = new Map<string, string>();
  /** What is sent with every request. */
  readonly headers: Record<string, string>;
  private lastPage = "";

  constructor(url: string, headers: Record<string, string> = {}) {
    this.url = url;
    this.headers = headers;
  }

  get(path: string): Promise<Seen> {
    return this.ask("GET", path);
  }

  /** Submits a form with the CSRF token of the page that was seen last, unless the fields have another. */
  post(path: string, fields: Record<string, string | readonly string[]>): Promise<Seen> {
    const body = new URLSearchParams();
    const all: Record<string, string | readonly string[]> = { csrf_token: this.csrfToken(), ...fields };
    for (const [name, values] of Object.entries(all)) {
      for (const value of typeof values === "string" ? [values] : values) body.append(name, value);
    }
    return this.ask("POST", path, body);
  }

  /** Opens the sign-in page and fills it in. */
  async signIn(email: string, password: string, returnTo?: string): Promise<Seen> {
    await this.get("/sign_in");
    return this.post("/sign_in", { email, password, ...(returnTo === undefined ? {} : { return_to: returnTo }) });
  }

  /** The token of the page that was seen last; empty when it has no form. */
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
