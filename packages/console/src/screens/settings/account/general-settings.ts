import type { Resource } from "@roost/client";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Session, useSession } from "../../../app/session.tsx";
import { ifMatch, type Seen, versionOf } from "../../../components/conflict/version.ts";

/** The account's general settings. */
export type GeneralSettings = Seen<Resource<"preferences_general_settings">>;

const settingsQuery = ({ client, account: { id } }: Session) =>
  queryOptions({
    queryKey: [id, "preferences_general_settings"],
    queryFn: async ({ signal }): Promise<GeneralSettings> => {
      const params = { path: { preferences_general_setting_id: [id] } };
      const address = "/preferences_general_settings/{preferences_general_setting_id}";
      const { data, response } = await client.GET(address, { params, signal });
      const [settings] = data.preferences_general_settings;
      if (!settings) throw new TypeError("The account has no settings.");
      return { ...settings, etag: versionOf(response) };
    },
  });

/** The settings. Refetched on changes. */
export const useGeneralSettings = () => useQuery(settingsQuery(useSession()));

/** Reads the settings as they are now, and writes some on condition that they are still the seen ones. */
export function useGeneralWriting() {
  const session = useSession();
  const { client, account } = session;
  const queries = useQueryClient();
  return {
    read: () => queries.fetchQuery({ ...settingsQuery(session), staleTime: 0 }),
    async write({ etag }: GeneralSettings, attributes: Resource<"preferences_general_settings_update">): Promise<void> {
      await client.PUT("/preferences_general_settings/{preferences_general_setting_id}", {
        params: { path: { preferences_general_setting_id: account.id } },
        headers: ifMatch(etag),
        body: { preferences_general_settings: [attributes] },
      });
      await queries.invalidateQueries({ queryKey: [account.id, "preferences_general_settings"] });
      // The session has the account's name, country and time zone.
      await queries.invalidateQueries({ queryKey: ["session"] });
    },
  };
}
