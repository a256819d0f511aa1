import { Checkbox, TextInput } from "@mantine/core";
import { useState } from "react";
import { useWorking } from "../../../app/session.tsx";
import { fieldProblem } from "../../../parts/form-problems.tsx";
import type { Notice } from "../../../parts/notices.tsx";
import { useWords } from "../../../words/words.tsx";
import { TermDialog } from "../term-dialog.tsx";
import { useTermWriting } from "../term-writing.ts";
import type { Named } from "./link-reads.ts";

interface LinkDialogProps {
  readonly rental: number;
  readonly rentals: readonly Named[];
  readonly close: () => void;
}

/** Chooses rentals that are not to be sold while this one is, nor this one while they are. */
export function LinkDialog({ rental, rentals, close }: LinkDialogProps) {
  const { words } = useWords();
  const said = words.rentalLinks;
  const { client } = useWorking();
  const written = useTermWriting("rental_link_groups", "rental_links", "bookings", "availabilities");
  const [sought, setSought] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const shown = rentals.filter(({ name }) => name.toLocaleLowerCase().includes(sought.trim().toLocaleLowerCase()));
  const save = async (): Promise<Notice> => {
    const body = { rental_link_groups: [{ rental_ids: [rental, ...chosen] }] };
    await written(() => client.POST("/rental_link_groups", { body }));
    return { text: said.linked };
  };
  return (
    <TermDialog title={said.link} besides={["rental_ids"]} {...{ save, close }}>
      {(error) => {
        const problem = fieldProblem(error, "rental_ids");
        return (
          <>
            <TextInput
              label={words.rentalEditor.find}
              value={sought}
              onChange={({ currentTarget }) => setSought(currentTarget.value)}
            />
            <fieldset className="linked-rentals">
              <legend>{said.which(chosen.size)}</legend>
              {shown.map(({ id, name }) => (
                <Checkbox
                  key={id}
                  label={name}
                  checked={chosen.has(id)}
                  onChange={({ currentTarget }) => {
                    const others = [...chosen].filter((one) => one !== id);
                    setChosen(new Set(currentTarget.checked ? [...others, id] : others));
                  }}
                />
              ))}
            </fieldset>
            {problem !== undefined && (
              <p className="bad" role="alert">
                {problem}
              </p>
            )}
          </>
        );
      }}
    </TermDialog>
  );
}
