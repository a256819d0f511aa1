import { Button } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { Pending } from "../../components/pending.tsx";
import { useFormats } from "../../components/use-formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import cards from "./cards.module.css";
import { InvitationList } from "./invitation-list.tsx";
import { type AccountPerson, usePeople } from "./people.ts";
import { PersonDialog } from "./person-dialog.tsx";

/** The account's people with their roles, and pending invitations (docs/design/tenancy.md). */
export function PeopleSection() {
  const { t } = useI18n();
  const { person: self } = useSession();
  const formats = useFormats();
  const people = usePeople();
  const [changing, setChanging] = useState<AccountPerson>();
  if (!people.data) return <Pending reads={[people]} />;
  return (
    <>
      <section>
        <h2>{t("settings.people")}</h2>
        <ul className={cards.cards}>
          {people.data.map((person) => (
            <li key={person.id}>
              <div>
                <strong>{person.name}</strong>
                {person.id === self.user.id && <em> {t("settings.you")}</em>}
                <p>{person.email}</p>
              </div>
              <div>
                {t(`settings.roles.${person.role}`)}
                {person.role === "cleaner" && <p>{t("settings.rentalsOf", { count: person.rentals.length })}</p>}
                <p>
                  {person.disabled
                    ? t("settings.disabled")
                    : person.last_seen_at
                      ? t("settings.seen", { moment: formats.moment(person.last_seen_at) })
                      : t("settings.neverSeen")}
                </p>
              </div>
              <Button
                variant="default"
                aria-label={t("settings.changeOf", { name: person.name })}
                onClick={() => setChanging(person)}
              >
                {t("settings.change")}
              </Button>
            </li>
          ))}
        </ul>
      </section>
      <InvitationList />
      {changing && <PersonDialog person={changing} close={() => setChanging(undefined)} />}
    </>
  );
}
