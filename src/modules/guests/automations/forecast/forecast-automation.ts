import Type, { type TSchema } from "typebox";
import { type Attribute, integer, string, structure } from "../../../../kernel/attribute.ts";
import { jsonBody } from "../../../../kernel/request-body.ts";
import type { ComputedAnswer, Outcome } from "../../../../kernel/route.ts";
import { problem } from "../../../../kernel/values/value-type.ts";
import type { ActionRequest } from "../../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { automation } from "../automation.ts";
import { checkAutomation } from "../check-automation.ts";
import { needsTemplate } from "../save-automation.ts";
import { draftColumns } from "./draft-columns.ts";
import { forecastMoments } from "./forecast-moments.ts";

/** `{ "automations": [{ … }] }`: a new rule. */
export const forecastBody = jsonBody(automation, { own: true });

const day = Type.Object({ date: Type.String({ format: "date" }), count: Type.Integer() });
const forecastAction = Type.Object({
  booking_id: Type.Integer(),
  due_at: Type.String({ format: "date-time" }),
  local_due_at: Type.String({ format: "date-time" }),
  late: Type.Boolean({ description: "Whether the moment has passed: it would be performed at once." }),
});

const answered = (schema: TSchema): Attribute<unknown> =>
  structure<unknown>({
    title: "Array",
    schema,
    accept: () => problem("is read-only"),
    isValue: (candidate): candidate is unknown => candidate !== undefined,
  })
    .readOnly()
    .present();

/** The forecast of an unsaved rule. */
export const automationForecast: ComputedAnswer = {
  root: "automation_forecasts",
  description: "What a rule would do for current bookings. Nothing has changed.",
  attributes: {
    trigger: string().readOnly().present().description("The rule's trigger."),
    total: integer().readOnly().present().description("The number of actions."),
    days: answered(Type.Array(day)).description("Actions by day of the rental's clock, up to 400 days."),
    actions: answered(Type.Array(forecastAction)).description("The first 200 actions, by time."),
  },
};

/** Computes the actions of an unsaved rule. @throws RequestError 422 for a rule that could not be saved */
export async function forecastAutomation(context: WriteContext, { draft, errors }: ActionRequest): Promise<Outcome> {
  await checkAutomation(draft, errors, context);
  if (needsTemplate(draft)) errors.add("message_template_id", "can't be blank for a message");
  errors.throwIfAny();
  const moments = await forecastMoments(context, draftColumns(draft, context));
  const object = JSON.stringify({ trigger: draft.value(automation.attributes.trigger), ...moments });
  return { computes: automationForecast, object };
}
