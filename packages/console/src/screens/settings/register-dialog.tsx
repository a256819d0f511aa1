import { Button, Checkbox, Group, Modal, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { callConsole } from "../../app/console-calls.ts";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import { useSubmit } from "../../components/use-submit.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { CopiedText } from "./copied-text.tsx";
import { useAccountPath } from "./people.ts";
import type { SubjectScopes } from "./programs.ts";

interface RegisterDialogProps {
  /** The scopes that an application may request. */
  readonly groups: readonly SubjectScopes[];
  readonly close: () => void;
}

interface Credentials {
  readonly client_id: string;
  readonly client_secret: string;
}

/** Registers one's own application, and shows its credentials once (service.md, Authentication). */
export function RegisterDialog({ groups, close }: RegisterDialogProps) {
  const { t } = useI18n();
  const path = `${useAccountPath()}/applications`;
  const form = useForm({ initialValues: { name: "", redirectUris: "", scopes: [] as string[] } });
  const registering = useSubmit({
    mutationFn: async ({ name, redirectUris, scopes }: typeof form.values) => {
      // Absent scopes are refused together with the other problems.
      const body = { name, redirect_uri: redirectUris, ...(scopes.length > 0 ? { scopes } : {}) };
      return (await callConsole<{ application: Credentials }>("POST", path, body)).application;
    },
  });
  const { data, error } = registering;
  return (
    <Modal
      opened
      onClose={close}
      title={t("programs.register")}
      closeButtonProps={{ "aria-label": t("settings.cancel") }}
      closeOnClickOutside={false}
    >
      {data === undefined ? (
        <form onSubmit={form.onSubmit((values) => registering.submit(values))}>
          <TextInput
            mb="sm"
            label={t("programs.name")}
            description={t("programs.nameHint")}
            {...form.getInputProps("name")}
            error={fieldProblem(error, "name")}
          />
          <Textarea
            mb="sm"
            rows={3}
            label={t("programs.redirectUris")}
            description={t("programs.redirectUrisHint")}
            {...form.getInputProps("redirectUris")}
            error={fieldProblem(error, "redirect_uri")}
          />
          <Checkbox.Group
            label={t("programs.may")}
            description={t("programs.mayHint")}
            {...form.getInputProps("scopes")}
            error={fieldProblem(error, "scopes")}
          >
            {groups.map(({ subject, scopes }) => (
              <fieldset key={subject}>
                <legend>{t.find(`programs.subjects.${subject}`) ?? subject}</legend>
                {scopes.map((scope) => (
                  <Checkbox
                    key={scope}
                    mt="xs"
                    value={scope}
                    label={t.find(`programs.scopes.${scope}`) ?? scope}
                    description={scope}
                  />
                ))}
              </fieldset>
            ))}
          </Checkbox.Group>
          <FormProblems error={error} excluded={["name", "redirect_uri", "scopes"]} />
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={close}>
              {t("settings.cancel")}
            </Button>
            <Button type="submit" loading={registering.isPending}>
              {t("programs.registerNow")}
            </Button>
          </Group>
        </form>
      ) : (
        <>
          <p role="status">{t("programs.keep")}</p>
          <CopiedText label={t("programs.clientId")} text={data.client_id} />
          <CopiedText label={t("programs.clientSecret")} text={data.client_secret} />
          <Group justify="flex-end" mt="md">
            <Button onClick={close}>{t("settings.kept")}</Button>
          </Group>
        </>
      )}
    </Modal>
  );
}
