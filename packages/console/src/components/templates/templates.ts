import type { Resource } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";

export type Template = Resource<"message_templates">;

/** The account's message templates, by name. */
export function useTemplates() {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "message_templates"],
    queryFn: async ({ signal }) => {
      const templates: Template[] = [];
      for await (const one of client.records("/inbox/message_templates", { signal })) templates.push(one);
      return templates.sort((one, other) => one.name.localeCompare(other.name));
    },
  });
}

/** A template filled in for one guest, in the guest's language. */
export interface Rendering {
  readonly locale: string;
  readonly content: string;
}

/** Renders a template for a conversation. */
export function useRendering(conversation: number) {
  const { client } = useSession();
  return async (template: number): Promise<Rendering> => {
    const { data } = await client.POST("/inbox/conversations/{conversation_id}/render_template", {
      params: { path: { conversation_id: conversation } },
      body: { conversations: [{ message_template_id: template }] },
    });
    const rendered = "rendered_templates" in data ? data.rendered_templates[0] : undefined;
    if (!rendered) throw new TypeError("The response contains no text.");
    return rendered;
  };
}

/** Renders a template for a booking, whether or not there is a conversation about it. */
export function useBookingRendering(booking: number) {
  const { client } = useSession();
  return async (template: number): Promise<Rendering> => {
    const { data } = await client.POST("/bookings/{booking_id}/render_template", {
      params: { path: { booking_id: booking } },
      body: { bookings: [{ message_template_id: template }] },
    });
    const rendered = "rendered_templates" in data ? data.rendered_templates[0] : undefined;
    if (!rendered) throw new TypeError("The response contains no text.");
    return rendered;
  };
}
