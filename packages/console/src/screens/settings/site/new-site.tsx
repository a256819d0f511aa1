import { Button, Group, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useSession } from "../../../app/session.tsx";
import { FormProblems, fieldProblem } from "../../../components/form-problems.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { useNewSite } from "./booking-site.ts";

/** Creates the account's site. It stays off until the manager switches it on. */
export function NewSite() {
  const { t } = useI18n();
  const { account } = useSession();
  const creating = useNewSite();
  const form = useForm({ initialValues: { address: suggested(account.name) } });
  return (
    <section aria-labelledby="new-site-title">
      <h2 id="new-site-title">{t("settings.titles.site")}</h2>
      <form onSubmit={form.onSubmit(({ address }) => creating.submit(address))}>
        <p>{t("bookingSite.about")}</p>
        <TextInput
          required
          label={t("bookingSite.fields.address")}
          description={`${location.origin}/stay/${form.values.address}`}
          {...form.getInputProps("address")}
          error={fieldProblem(creating.error, "address")}
        />
        <FormProblems error={creating.error} excluded={["address"]} />
        <Group mt="md">
          <Button type="submit" loading={creating.isPending}>
            {t("bookingSite.create")}
          </Button>
        </Group>
      </form>
    </section>
  );
}

/** The business's name as an address. */
const suggested = (name: string): string =>
  name
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40)
    .replace(/-+$/, "");
