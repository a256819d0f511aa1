import type { Resource } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { ifMatch } from "../../../components/conflict/version.ts";
import { type RecordWriting, versioned } from "../../../components/records/record-writing.ts";

export type PortalSetting = Resource<"portal_settings">;

/** The switches of the settings, in the form's order. */
export const switches = [
  ...(["asks_guests", "asks_arrival", "asks_documents", "only_foreigners"] as const),
  ...(["release_needs_payment", "release_needs_agreement", "release_needs_form"] as const),
  "allows_cancelation",
] as const;
export type PortalSwitch = (typeof switches)[number];

/** Settings in a form: switches as true or false, numbers as typed, and the rental's id, a country or nothing for all rentals. */
export interface PortalDraft extends Readonly<Record<PortalSwitch, string>> {
  readonly rental_id: string;
  readonly country_code: string;
  readonly documents_kept_days: string;
  readonly release_hours: string;
}

/** The API's defaults begin a new record. */
export const draftOfPortal = (setting: PortalSetting | undefined): PortalDraft => ({
  rental_id: setting?.links.rental == null ? "" : String(setting.links.rental),
  country_code: setting?.country_code ?? "",
  asks_guests: String(setting?.asks_guests ?? true),
  asks_arrival: String(setting?.asks_arrival ?? true),
  asks_documents: String(setting?.asks_documents ?? false),
  only_foreigners: String(setting?.documents_of === "foreigners"),
  documents_kept_days: String(setting?.documents_kept_days ?? 7),
  release_hours: String(setting?.release_hours ?? 24),
  release_needs_payment: String(setting?.release_needs_payment ?? true),
  release_needs_agreement: String(setting?.release_needs_agreement ?? false),
  release_needs_form: String(setting?.release_needs_form ?? false),
  allows_cancelation: String(setting?.allows_cancelation ?? true),
});

function attributesOf(draft: PortalDraft) {
  return {
    asks_guests: draft.asks_guests === "true",
    asks_arrival: draft.asks_arrival === "true",
    asks_documents: draft.asks_documents === "true",
    documents_of: draft.only_foreigners === "true" ? ("foreigners" as const) : ("everyone" as const),
    documents_kept_days: Number(draft.documents_kept_days),
    release_hours: Number(draft.release_hours),
    release_needs_payment: draft.release_needs_payment === "true",
    release_needs_agreement: draft.release_needs_agreement === "true",
    release_needs_form: draft.release_needs_form === "true",
    allows_cancelation: draft.allows_cancelation === "true",
  };
}

/** The account's settings first, then the rentals'. */
export function usePortalSettings() {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "portal_settings", "list"],
    queryFn: async ({ signal }) => {
      const settings: PortalSetting[] = [];
      for await (const setting of client.records("/portal_settings", { signal })) settings.push(setting);
      return settings.sort((one, other) => (one.links.rental ?? 0) - (other.links.rental ?? 0));
    },
  });
}

/** Creates, changes and removes settings. Their rental never changes, and the console keeps their country. */
export function usePortalWriting() {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const invalidate = () => queries.invalidateQueries({ queryKey: [account.id, "portal_settings"] });
  const writing: RecordWriting<PortalSetting, PortalDraft, number> = {
    async read(id) {
      const params = { path: { portal_setting_id: [id] } };
      const { data, response } = await client.GET("/portal_settings/{portal_setting_id}", { params });
      return versioned(data.portal_settings[0], response);
    },
    async create(draft) {
      const rental_id = draft.rental_id === "" ? null : Number(draft.rental_id);
      const country_code = draft.country_code === "" ? null : draft.country_code;
      const setting = { ...attributesOf(draft), rental_id, country_code };
      await client.POST("/portal_settings", { body: { portal_settings: [setting] } });
      await invalidate();
    },
    async change({ id, etag }, draft) {
      const params = { path: { portal_setting_id: id } };
      await client.PUT("/portal_settings/{portal_setting_id}", {
        ...{ params, headers: ifMatch(etag) },
        body: { portal_settings: [attributesOf(draft)] },
      });
      await invalidate();
    },
  };
  return {
    writing,
    async remove({ id }: PortalSetting): Promise<void> {
      await client.DELETE("/portal_settings/{portal_setting_id}", { params: { path: { portal_setting_id: id } } });
      await invalidate();
    },
  };
}
