import { Checkbox, TextInput } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../../app/session.tsx";
import { fieldProblem } from "../../../components/form-problems.tsx";
import type { Notice } from "../../../components/notices.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { TermDialog } from "../term-dialog.tsx";
import { useTermWriting } from "../term-writing.ts";
import terms from "../terms.module.css";
import type { Named } from "./link-reads.ts";

interface LinkDialogProps {
  readonly rental: number;
  readonly rentals: readonly Named[];
  readonly close: () => void;
}

/** Links rentals that cannot be booked at the same time as this one. */
export function LinkDialog({ rental, rentals, close }: LinkDialogProps) {
  const { t } = useI18n();
  const { client } = useSession();
  const write = useTermWriting("rental_link_groups", "rental_links", "bookings", "availabilities");
  const [searchText, setSearchText] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const shown = rentals.filter(({ name }) => name.toLocaleLowerCase().includes(searchText.trim().toLocaleLowerCase()));
  const save = async (): Promise<Notice> => {
    const body = { rental_link_groups: [{ rental_ids: [rental, ...chosen] }] };
    await write(() => client.POST("/rental_link_groups", { body }));
    return { text: t("rentalLinks.linked") };
  };
  return (
    <TermDialog title={t("rentalLinks.link")} excluded={["rental_ids"]} {...{ save, close }}>
      {(error) => {
        const problem = fieldProblem(error, "rental_ids");
        return (
          <>
            <TextInput
              label={t("rentalEditor.find")}
              value={searchText}
              onChange={({ currentTarget }) => setSearchText(currentTarget.value)}
            />
            <fieldset className={terms.linkedRentals}>
              <legend>{t("rentalLinks.which", { count: chosen.size })}</legend>
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
