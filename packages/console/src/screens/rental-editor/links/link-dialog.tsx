import { Checkbox, TextInput } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../../app/session.tsx";
import { fieldProblem } from "../../../components/form-problems.tsx";
import { RecordDialog } from "../../../components/records/record-dialog.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { useTermWriting } from "../term-writing.ts";
import terms from "../terms.module.css";
import type { LinkGroup, Named } from "./link-reads.ts";

interface LinkDialogProps {
  readonly rental: number;
  readonly rentals: readonly Named[];
  readonly close: () => void;
}

interface LinkDraft {
  readonly rental_ids: readonly number[];
}

/** Links rentals that cannot be booked at the same time as this one. */
export function LinkDialog({ rental, rentals, close }: LinkDialogProps) {
  const { t } = useI18n();
  const { client } = useSession();
  const write = useTermWriting("rental_link_groups", "rental_links", "bookings", "availabilities");
  const [searchText, setSearchText] = useState("");
  const shown = rentals.filter(({ name }) => name.toLocaleLowerCase().includes(searchText.trim().toLocaleLowerCase()));
  const create = ({ rental_ids }: LinkDraft) => {
    const body = { rental_link_groups: [{ rental_ids: [rental, ...rental_ids] }] };
    return write(() => client.POST("/rental_link_groups", { body }));
  };
  return (
    <RecordDialog<LinkGroup, LinkDraft, number>
      id={undefined}
      kind="rental_link_groups"
      title={t("rentalLinks.link")}
      excluded={["rental_ids"]}
      draftOf={() => ({ rental_ids: [] })}
      writing={{ create }}
      saved={t("rentalLinks.linked")}
      close={close}
    >
      {({ draft: { rental_ids }, setDraft, error }) => {
        const problem = fieldProblem(error, "rental_ids");
        return (
          <>
            <TextInput
              label={t("rentalEditor.find")}
              value={searchText}
              onChange={({ currentTarget }) => setSearchText(currentTarget.value)}
            />
            <fieldset className={terms.linkedRentals}>
              <legend>{t("rentalLinks.which", { count: rental_ids.length })}</legend>
              {shown.map(({ id, name }) => (
                <Checkbox
                  key={id}
                  label={name}
                  checked={rental_ids.includes(id)}
                  onChange={({ currentTarget: { checked } }) =>
                    setDraft((now) => {
                      const others = now.rental_ids.filter((one) => one !== id);
                      return { rental_ids: checked ? [...others, id] : others };
                    })
                  }
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
    </RecordDialog>
  );
}
