import { Button, Select } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { useSession } from "../../../app/session.tsx";
import { FieldInput } from "../../../components/fields/field-input.tsx";
import { FormProblems } from "../../../components/form-problems.tsx";
import { useNotices } from "../../../components/notices.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { useSubmit } from "../../../components/use-submit.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { useRentals } from "../../calendar/rentals.ts";
import { attributesOf } from "../fields/attributes.ts";
import { type FieldName, partFields } from "../fields/field-lists.ts";
import styles from "../rental-editor.module.css";
import { attributesLike, copyTerms, readCopied } from "./copy-rental.ts";
import { StepList } from "./step-list.tsx";

const requestedFields: readonly FieldName[] = ["name", "rental_type", "city", "country_code", "currency", "time_zone"];
const fields = [...partFields.basics, ...partFields.prices].filter(({ name }) => requestedFields.includes(name));

/** The wizard's first step: it creates the rental, from nothing or like another one. */
export function NewRentalScreen() {
  const { t } = useI18n();
  const rentals = useRentals();
  const form = useForm<Record<string, string>>({ initialValues: { copyFrom: "" } });
  const creating = useCreation(form.values);
  const draft = {
    valueOf: (name: string) => form.values[name] ?? "",
    change: (name: string, value: string) => form.setFieldValue(name, value),
    error: creating.error,
  };
  return (
    <div className={styles.editor}>
      <PageHeader title={t("rentalWizard.new")} />
      <StepList step={1} />
      <section>
        <form onSubmit={form.onSubmit(() => creating.submit())}>
          <div className={styles.fields}>
            {fields.map((field) => (
              <FieldInput
                key={field.name}
                field={{ ...field, isRequired: field.name === "name" }}
                label={t(`rentalEditor.fields.${field.name}`)}
                draft={draft}
              />
            ))}
            <Select
              label={t("rentalWizard.copyFrom")}
              description={t("rentalWizard.copied")}
              searchable
              clearable
              data={(rentals.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
              value={form.values.copyFrom || null}
              onChange={(value) => form.setFieldValue("copyFrom", value ?? "")}
            />
          </div>
          <FormProblems error={creating.error} excluded={requestedFields} />
          <div className={styles.end}>
            <Button type="submit" loading={creating.isPending}>
              {t("rentalWizard.create")}
            </Button>
          </div>
        </form>
      </section>
    </div>
  );
}

/** Creates the rental and opens the wizard's next step. A retry after a refused copy does not create it again. */
function useCreation({ copyFrom, ...values }: Readonly<Record<string, string>>) {
  const { t } = useI18n();
  const { client, account } = useSession();
  const { notify } = useNotices();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const made = useRef<number>(undefined);
  return useSubmit({
    mutationFn: async () => {
      const source = copyFrom ? await readCopied(client, Number(copyFrom)) : undefined;
      const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
      const own = { ...attributesOf(fields, filled), name: (values.name ?? "").trim() };
      if (made.current === undefined) {
        const body = { rentals: [{ ...(source && attributesLike(source)), ...own }] };
        const { data } = await client.POST("/rentals", { body });
        made.current = data.rentals[0]?.id;
      }
      if (made.current === undefined) throw new TypeError("The response contains no rental.");
      if (source) await copyTerms(client, source, made.current);
      await queries.invalidateQueries({ queryKey: [account.id] });
      return made.current;
    },
    onSuccess: async (id) => {
      notify({ text: t("rentalLinks.made", { name: (values.name ?? "").trim() }) });
      await navigate({ to: "/rentals/$rental", params: { rental: String(id) }, search: { step: 2 } });
    },
  });
}
