import { Button, Group, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { callConsole } from "../../app/console-calls.ts";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import { Pending } from "../../components/pending.tsx";
import { useSubmit } from "../../components/use-submit.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { QrCode } from "./qr-code.tsx";
import secrets from "./secrets.module.css";

const path = "/me/second_factor";

interface Proposal {
  readonly secret: string;
  readonly uri: string;
}

/**
 * The person's second factor. Turning it on needs the password and a code; so do turning it off and new recovery codes
 * (docs/design/sign-in.md).
 */
export function SecondFactor() {
  const { t } = useI18n();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { password: "", code: "" } });
  const { password, code } = form.values;
  const present = useQuery({
    queryKey: ["second factor"],
    queryFn: () => callConsole<{ enabled: boolean; recovery_codes_left: number }>("GET", path),
    staleTime: 0,
  });
  const proposing = useSubmit({ mutationFn: () => callConsole<Proposal>("POST", path, { password }) });
  const settled = async () => {
    form.reset();
    await queries.invalidateQueries({ queryKey: ["second factor"] });
  };
  const confirming = useSubmit({
    mutationFn: () => callConsole<{ recovery_codes: readonly string[] }>("PUT", path, { code }),
    onSuccess: settled,
  });
  const renewing = useSubmit({
    mutationFn: () =>
      callConsole<{ recovery_codes: readonly string[] }>("POST", `${path}/recovery_codes`, { password, code }),
    onSuccess: settled,
  });
  const ending = useSubmit({ mutationFn: () => callConsole("DELETE", path, { password, code }), onSuccess: settled });
  const renew = () => {
    ending.reset();
    renewing.submit();
  };
  if (!present.data) return <Pending reads={[present]} />;
  const { enabled, recovery_codes_left: left } = present.data;
  const proposed = enabled ? undefined : proposing.data;
  const acting = enabled ? ending : proposed ? confirming : proposing;
  const codes = enabled ? (renewing.data ?? confirming.data)?.recovery_codes : undefined;
  const error = renewing.error ?? acting.error;
  return (
    <section>
      <h2>{t("settings.secondFactor")}</h2>
      <p>{enabled ? t("settings.factorOn", { left }) : t("settings.factorOff")}</p>
      {codes && (
        <output>
          <p>{t("settings.keepCodes")}</p>
          <ul className={secrets.code}>
            {codes.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </output>
      )}
      {proposed && (
        <>
          <p>{t("settings.scan")}</p>
          <QrCode text={proposed.uri} label={t("settings.qr")} />
          <p>
            <code className={secrets.code}>{proposed.secret}</code>
          </p>
        </>
      )}
      <form
        onSubmit={form.onSubmit(() => {
          renewing.reset();
          acting.submit();
        })}
      >
        {!proposed && (
          <TextInput
            type="password"
            required
            autoComplete="current-password"
            label={t("settings.factorPassword")}
            {...form.getInputProps("password")}
            error={fieldProblem(error, "password")}
          />
        )}
        {(proposed || enabled) && (
          <TextInput
            required
            autoComplete="one-time-code"
            label={t("settings.code")}
            {...form.getInputProps("code")}
            error={fieldProblem(error, "code")}
          />
        )}
        <FormProblems error={error} excluded={["password", "code"]} />
        <Group gap="xs">
          <Button type="submit" variant={enabled ? "default" : "filled"} loading={acting.isPending}>
            {enabled ? t("settings.switchOff") : proposed ? t("settings.confirm") : t("settings.switchOn")}
          </Button>
          {enabled && (
            <Button variant="default" loading={renewing.isPending} onClick={renew}>
              {t("settings.newCodes")}
            </Button>
          )}
        </Group>
      </form>
    </section>
  );
}
