import { useQuery } from "@tanstack/react-query";
import { Headset } from "lucide-react";
import { callConsole } from "../../../app/console-calls.ts";
import { useSession } from "../../../app/session.tsx";
import { RecordSection } from "../../../components/records/record-section.tsx";
import { useSources } from "../../../components/sources.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { useHosts } from "../../inbox/hosts.ts";
import type { AccountPerson } from "../people.ts";
import { HostDialog } from "./host-dialog.tsx";
import type { Host } from "./host-writing.ts";

/** The people who answer guests (service.md, Host; docs/concepts/inbox.md). */
export function HostsSection() {
  const { t } = useI18n();
  const hosts = useHosts();
  const sources = useSources();
  const people = useChoosablePeople();
  const nameOf = ({ firstname, lastname }: Host) => `${firstname} ${lastname}`;
  const userOf = ({ links }: Host) => people.data?.find(({ id }) => id === links.user)?.name ?? String(links.user);
  return (
    <RecordSection
      title={t("settings.titles.hosts")}
      hint={t("hosts.about")}
      icon={Headset}
      empty={t("hosts.none")}
      add={t("hosts.add")}
      reads={[hosts, sources, people]}
      list={hosts.data}
      nameOf={nameOf}
      about={(host) => (
        <>
          <p>{host.email ?? t("hosts.noEmail")}</p>
          <p>
            {[
              host.links.user === null ? t("hosts.noUser") : t("hosts.signsIn", { name: userOf(host) }),
              host.links.source === null
                ? t("hosts.allChannels")
                : t("hosts.onlyFor", { channel: sources.data?.get(host.links.source) ?? "" }),
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </>
      )}
      dialog={(host, close) => (
        <HostDialog
          id={host?.id}
          people={(people.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          channels={[...(sources.data ?? [])].map(([id, name]) => ({ value: String(id), label: name }))}
          close={close}
        />
      )}
    />
  );
}

/** Owners see the account's people. A manager sees only themselves. */
function useChoosablePeople() {
  const { account, person } = useSession();
  return useQuery({
    queryKey: [account.id, "people", "choosable"],
    queryFn: async (): Promise<readonly Pick<AccountPerson, "id" | "name">[]> => {
      if (account.role !== "owner") return [{ id: person.user.id, name: person.user.name }];
      const path = `/accounts/${account.id}/people`;
      return (await callConsole<{ people: readonly AccountPerson[] }>("GET", path)).people;
    },
  });
}
