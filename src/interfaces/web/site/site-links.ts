import { defaultLanguage, type Language, languages } from "@roost/messages/languages.ts";
import type { FastifyRequest } from "fastify";
import type { SiteSettings } from "../../../modules/guests/sites/find-site.ts";

/** The addresses of a site's pages: below `/stay/<address>`, or at the root of the site's own host name. */
export class SiteLinks {
  private readonly base: string;
  private readonly origin: string;
  private readonly baseUrl: string;

  /** @param baseUrl the scheme, host and port where people reach the service */
  constructor(settings: SiteSettings, host: string | undefined, baseUrl: string) {
    const { address, domain } = settings;
    this.baseUrl = baseUrl;
    this.base = domain !== null && hostName(host) === domain ? "" : `/stay/${address}`;
    const { protocol, port } = new URL(baseUrl);
    this.origin = domain === null ? `${baseUrl}/stay/${address}` : `${protocol}//${domain}${port && `:${port}`}`;
  }

  /** The path of a page, for links. @param path below the language, such as `/rentals/12`; empty for the start page */
  to(language: Language, path = ""): string {
    return `${this.base}/${language}${path}`;
  }

  /** The path of a file that every language shares, such as `/brand.css`. */
  shared(path: string): string {
    return `${this.base}${path}`;
  }

  /**
   * A page's absolute address at the host name that the guest uses, for ways back to it. Until the site's own host name points to the
   * service, guests do not return from there.
   */
  reached(language: Language, path: string): string {
    return `${this.base === "" ? this.origin : this.baseUrl}${this.to(language, path)}`;
  }

  /** The address of a page of the service that the site's own host name does not serve. */
  service(path: string): string {
    return this.base === "" ? `${this.baseUrl}${path}` : path;
  }

  /** The one address under which search engines list a page. */
  canonical(language: Language, path = ""): string {
    return `${this.origin}/${language}${path}`;
  }

  /** The page for readers of other languages: the start page chooses the browser's, other pages are in English. */
  canonicalDefault(path: string): string {
    return path === "" ? this.origin : this.canonical(defaultLanguage, path);
  }

  /** The absolute address of a file that every language shares. */
  canonicalShared(path: string): string {
    return `${this.origin}${path}`;
  }

  /** The absolute address of a file of the service, such as a photo. */
  file(path: string): string {
    return new URL(path, this.origin).href;
  }

  /** A page in each language, for `hreflang`. */
  alternates(path = ""): { readonly language: Language; readonly url: string }[] {
    return languages.map((language) => ({ language, url: this.canonical(language, path) }));
  }
}

/** The links of a site as the request's host name shows them. */
export const linksFor = (settings: SiteSettings, request: FastifyRequest, baseUrl: string): SiteLinks =>
  new SiteLinks(settings, request.headers.host, baseUrl);

/** A Host header's name without its port. */
export const hostName = (host: string | undefined): string => (host ?? "").replace(/:\d+$/, "").toLowerCase();
