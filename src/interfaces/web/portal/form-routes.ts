import type { FastifyInstance, FastifyReply } from "fastify";
import { formatDay } from "../../../core/day.ts";
import { dayIn } from "../../../core/time-zone.ts";
import { readGuestForm, type StoredForm, saveGuestForm } from "../../../modules/stays/portal/form/save-guest-form.ts";
import { type PortalStay, readPortalStay } from "../../../modules/stays/portal/read-stay.ts";
import { type SettingsOfStay, settingsOfStay } from "../../../modules/stays/portal/settings/settings-of-stay.ts";
import { goTo, sendPage } from "../pages/answer.ts";
import { guestFormPage } from "../pages/portal/form-page.ts";
import { hasForm } from "../pages/portal/house-cards.ts";
import { checkedForm, type FormProblem, type TypedForm, typedForm } from "../pages/portal/typed-form.ts";
import {
  answersKey,
  type GuestRequest,
  type PortalDependencies,
  type PortalPath,
  withGuest,
  writing,
} from "./portal-request.ts";

const maxRows = 30;

/** The content of the form's pages. */
interface FormState {
  readonly stay: PortalStay;
  readonly settings: SettingsOfStay;
  readonly stored: StoredForm | undefined;
  readonly rows: number;
}

/** The form before arrival: names, hour of arrival, and documents where the settings ask for them. */
export function formRoutes(app: FastifyInstance, dependencies: PortalDependencies): void {
  app.get<PortalPath>(
    "/portal/:token/form",
    withGuest(dependencies, async (found) => {
      const state = await readState(found);
      return isOpen(state) ? show(found, state, storedAsTyped(state), undefined) : goTo(found.reply, found.path);
    }),
  );

  app.post<PortalPath>(
    "/portal/:token/form",
    withGuest(dependencies, async (found) => {
      const { reply, path, form, now } = found;
      const state = await readState(found);
      if (!isOpen(state)) return goTo(reply, path);
      const typed = typedForm(form, state.rows);
      const today = formatDay(dayIn(state.stay.timeZone, now));
      const documented = state.stored?.hasDocuments ? state.stored.names : [];
      const checked = checkedForm(typed, state.settings, { documented, today });
      if (typeof checked === "string") return show(found, state, typed, checked);
      await writing(dependencies, found, (context) => saveGuestForm(context, answersKey(found), checked));
      return goTo(reply, path);
    }),
  );

  function readState(found: GuestRequest): Promise<FormState> {
    const { page } = found;
    return page.scope.transaction(async (transaction) => {
      const stay = await readPortalStay(transaction, page);
      const settings = await settingsOfStay(transaction, { account: page.account, rental: stay.rentalId });
      const stored = await readGuestForm(transaction, answersKey(found));
      const guests = Math.max((stay.adults ?? 0) + (stay.children ?? 0), stored?.names.length ?? 0, 1);
      return { stay, settings, stored, rows: Math.min(guests, maxRows) };
    }, "read");
  }

  function show(
    { reply, path, visit, speech }: GuestRequest,
    { settings, stored }: FormState,
    typed: TypedForm,
    problem: FormProblem | undefined,
  ): FastifyReply {
    const shown = { path, visit, settings, typed, hasDocuments: stored?.hasDocuments ?? false, problem };
    return sendPage(reply, guestFormPage(shown, speech), problem === undefined ? 200 : 422);
  }
}

const isOpen = ({ stay, settings }: FormState): boolean => !stay.isCanceled && hasForm(settings);

/** Documents are never shown again. */
function storedAsTyped({ stay, stored, rows }: FormState): TypedForm {
  const blank = { birthDate: "", nationality: "", kind: "", number: "" };
  const guests = Array.from({ length: rows }, (_, row) => ({ name: stored?.names[row] ?? "", ...blank }));
  return { guests, arrival: stay.expectedArrival ?? "" };
}
