import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { fieldProblem } from "../../components/form-problems.tsx";
import type { Notice } from "../../components/notices.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { TermDialog } from "./term-dialog.tsx";
import "./rental-terms.css";

/** Adds a rental by name and opens its editor. */
export function AddRental({ close }: { readonly close: () => void }) {
  const { t } = useI18n();
  const { client, account } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const save = async (): Promise<Notice> => {
    const { data } = await client.POST("/rentals", { body: { rentals: [{ name: name.trim() }] } });
    const [made] = data.rentals;
    if (!made) throw new TypeError("The response contains no rental.");
    await queries.invalidateQueries({ queryKey: [account.id, "rentals"] });
    await navigate({ to: "/rentals/$rental", params: { rental: String(made.id) } });
    return { text: t("rentalLinks.made", { name: name.trim() }) };
  };
  return (
    <TermDialog title={t("rentalLinks.add")} excluded={["name"]} {...{ save, close }}>
      {(error) => (
        <TextInput
          required
          data-autofocus
          minLength={3}
          maxLength={40}
          label={t("rentalEditor.fields.name")}
          description={t("rentalLinks.nameHint")}
          value={name}
          error={fieldProblem(error, "name")}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      )}
    </TermDialog>
  );
}
