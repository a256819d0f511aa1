import { Button } from "@mantine/core";
import { useState } from "react";
import { useWorking } from "../../app/session.tsx";
import { Failure } from "../../parts/failure.tsx";
import { useFormats } from "../../parts/use-formats.ts";
import { Waiting } from "../../parts/waiting.tsx";
import { useWords } from "../../words/words.tsx";
import { InvitationList } from "./invitation-list.tsx";
import { type AccountPerson, usePeople } from "./people.ts";
import { PersonDialog } from "./person-dialog.tsx";

/** Who works for the account and what they may do there; who is invited (docs/design/tenancy.md). */
export function PeopleSection() {
  const { words } = useWords();
  const { person: self } = useWorking();
  const formats = useFormats();
  const people = usePeople();
  const [changing, setChanging] = useState<AccountPerson>();
  if (people.error) return <Failure error={people.error} reset={() => void people.refetch()} />;
  if (!people.data) return <Waiting />;
  return (
    <>
      <section>
        <h2>{words.settings.people}</h2>
        <ul className="cards">
          {people.data.map((person) => (
            <li key={person.id}>
              <div>
                <strong>{person.name}</strong>
                {person.id === self.user.id && <em> {words.settings.you}</em>}
                <p>{person.email}</p>
              </div>
              <div>
                {words.settings.roles[person.role]}
                {person.role === "cleaner" && <p>{words.settings.rentalsOf(person.rentals.length)}</p>}
                <p>
                  {person.disabled
                    ? words.settings.disabled
                    : person.last_seen_at
                      ? words.settings.seen(formats.moment(person.last_seen_at))
                      : words.settings.neverSeen}
                </p>
              </div>
              <Button
                variant="default"
                aria-label={words.settings.changeOf(person.name)}
                onClick={() => setChanging(person)}
              >
                {words.settings.change}
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
