import { type Scope, scopes as words } from "../../../kernel/access/scopes.ts";
import type { ErrorsByAttribute } from "../../../kernel/errors.ts";
import type { RegisteredApplication } from "../../../modules/platform/access/applications/register-application.ts";
import { type ScopeGroup, scopeGroups } from "../../../modules/platform/access/scope-groups.ts";
import type { SignedIn } from "../session.ts";
import { copyScriptUrl } from "./assets/copy-script.ts";
import { csrfField } from "./csrf.ts";
import { type Html, html } from "./html.ts";
import { page } from "./layout.ts";

/** The form's input. */
export interface ApplicationInput {
  readonly name: string;
  /** One for each line. */
  readonly redirectUris: string;
  readonly scopes: readonly string[];
}

/** The form to register an application, with the last attempt's problems. */
export function registerPage(user: SignedIn, input: ApplicationInput, messages: ErrorsByAttribute = {}): string {
  const wrong = Object.keys(messages).length > 0;
  const body = html`<div class="heading"><div class="words"><h1>Register an application</h1>
<p class="lead">For software that you develop or commission. It can access an account only with an owner's consent.</p></div></div>
<section class="card" aria-label="The application">
${wrong ? html`<p class="notice bad" role="alert">Nothing was registered. Correct the marked fields.</p>` : undefined}
<form class="fields" method="post" action="/applications" novalidate>
${csrfField(user.session)}
<div class="field">
<label for="name">Name</label>
<input id="name" name="name" maxlength="100" autocomplete="off" required value="${input.name}"${described("name", messages.name)}>
<p class="hint" id="name-hint">Shown to people when they are asked for consent.</p>
${problems("name", messages.name && nameProblems(input, messages.name))}
</div>
<div class="field">
<label for="redirect_uris">Redirect URIs</label>
<textarea id="redirect_uris" name="redirect_uris" rows="3" spellcheck="false" autocapitalize="none" required${described("redirect_uris", messages.redirect_uri)}>${lineBreak}${input.redirectUris}</textarea>
<p class="hint" id="redirect_uris-hint">One per line, exactly as the application sends them: https, or http on this machine. <code>urn:ietf:wg:oauth:2.0:oob</code> is for one without a web server: people copy a code.</p>
${problems("redirect_uris", messages.redirect_uri && redirectProblems(input, messages.redirect_uri))}
</div>
<fieldset class="field"${described("scopes", messages.scopes)}>
<legend>Permissions it can request</legend>
<p class="hint" id="scopes-hint">The maximum that it can request from an account.</p>
${problems("scopes", messages.scopes && ["Choose at least one."])}
<div class="groups">${scopeGroups.map((group) => choices(group, input.scopes))}</div>
</fieldset>
<div class="actions"><button class="button primary" type="submit">Register</button><a class="button quiet" href="/applications">Cancel</a></div>
</form>
</section>`;
  return page({ title: "Register an application", body, user });
}

/** A new application's credentials, shown only once. */
export function registeredPage(user: SignedIn, name: string, registered: RegisteredApplication): string {
  const body = html`<section class="card" aria-labelledby="heading">
<p class="eyebrow">Registered</p>
<h1 id="heading">${name}</h1>
<p class="notice" role="status">Copy the secret now: it is shown only once. Roost keeps only its digest.</p>
<dl class="facts">
<dt>Client id</dt><dd><code class="secret" data-copy="client id">${registered.clientId}</code></dd>
<dt>Client secret</dt><dd><code class="secret" data-copy="client secret">${registered.clientSecret}</code></dd>
</dl>
<div class="actions"><a class="button primary" href="/applications">I have copied both</a><a class="button quiet" href="/docs/oauth">How to use them</a></div>
</section>`;
  return page({ title: `${name} is registered`, body, user, narrow: true, script: copyScriptUrl });
}

/** HTML drops a line break at the start of a text area, so we add one. */
const lineBreak = "\n";

function choices({ title, scopes }: ScopeGroup, chosen: readonly string[]): Html {
  return html`<fieldset class="subject"><legend>${title}</legend>
<ul class="choices">${scopes.map((scope) => choice(scope, chosen.includes(scope)))}</ul></fieldset>`;
}

function choice(scope: Scope, chosen: boolean): Html {
  return html`<li><label><input type="checkbox" name="scopes" value="${scope}"${chosen ? html` checked` : undefined}>
<span><span class="what">${words[scope]}</span><code>${scope}</code></span></label></li>`;
}

function described(field: string, messages: readonly string[] | undefined): Html {
  if (!messages) return html` aria-describedby="${field}-hint"`;
  return html` aria-invalid="true" aria-describedby="${field}-error ${field}-hint"`;
}

function nameProblems(input: ApplicationInput, messages: readonly string[]): readonly string[] {
  return input.name.trim() === "" ? ["Enter a name."] : messages.map((message) => `The name ${message}.`);
}

function redirectProblems(input: ApplicationInput, messages: readonly string[]): readonly string[] {
  return input.redirectUris.trim() === ""
    ? ["Enter at least one redirect URI."]
    : messages.map((message) => `${message}.`);
}

function problems(field: string, texts: readonly string[] | undefined): Html | undefined {
  return texts && html`<div class="error" id="${field}-error">${texts.map((text) => html`<p>${text}</p>`)}</div>`;
}
