import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { callConsole } from "../../app/console-calls.ts";
import { useSession } from "../../app/session.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import type { Formats } from "../../components/formats.ts";
import { useNotices } from "../../components/notices.tsx";
import { Pending } from "../../components/pending.tsx";
import { useFormats } from "../../components/use-formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import cards from "./cards.module.css";
import { useAccountPath } from "./people.ts";
import { DefaultIncreases } from "./price-increases/default-increases.tsx";
import { PeriodIncreases } from "./price-increases/period-increases.tsx";
import { type Program, usePrograms } from "./programs.ts";
import { RegisterDialog } from "./register-dialog.tsx";

/** Installed applications and their scopes. Owners can uninstall them (service.md, Authentication). */
export function ProgramsSection() {
  const { t } = useI18n();
  const { account, may } = useSession();
  const { notify } = useNotices();
  const formats = useFormats();
  const queries = useQueryClient();
  const path = `${useAccountPath()}/applications`;
  const programs = usePrograms();
  const [ending, setEnding] = useState<Program>();
  const [isRegistering, setRegistering] = useState(false);
  const isOwner = account.role === "owner";
  if (!programs.data) return <Pending reads={[programs]} />;
  return (
    <>
      <section>
        <h2>
          {t("settings.titles.programs")}
          {isOwner && <Button onClick={() => setRegistering(true)}>{t("programs.register")}</Button>}
        </h2>
        <p className="hint">{isOwner ? t("programs.about") : t("programs.askOwner")}</p>
        {programs.data.applications.length === 0 && <p className="empty">{t("programs.none")}</p>}
        <ul className={cards.cards}>
          {programs.data.applications.map((program) => (
            <li key={program.id}>
              <OneProgram program={program} formats={formats} />
              {isOwner && (
                <Button
                  variant="default"
                  aria-label={t("programs.uninstallOf", { name: program.name })}
                  onClick={() => setEnding(program)}
                >
                  {t("programs.uninstall")}
                </Button>
              )}
            </li>
          ))}
        </ul>
        {isRegistering && (
          <RegisterDialog groups={programs.data.requestable_scopes} close={() => setRegistering(false)} />
        )}
        {ending && (
          <ConfirmDialog
            title={t("programs.uninstallOf", { name: ending.name })}
            confirmLabel={t("programs.uninstallNow")}
            act={async () => {
              await callConsole("DELETE", `${path}/${ending.id}`);
              // Uninstalling also removes the application's endpoints.
              for (const name of ["programs", "webhook_endpoints"])
                await queries.invalidateQueries({ queryKey: [account.id, name] });
            }}
            done={() => notify({ text: t("programs.uninstalled", { name: ending.name }) })}
            close={() => setEnding(undefined)}
          >
            <p>{t("programs.uninstalling", { name: ending.name, account: account.name })}</p>
          </ConfirmDialog>
        )}
      </section>
      {may("rentals_write") && <DefaultIncreases />}
      {may("applications_write") && <PeriodIncreases />}
    </>
  );
}

function OneProgram({ program, formats }: { readonly program: Program; readonly formats: Formats }) {
  const { t } = useI18n();
  const { name, own, scopes, installed_at, last_used_at, authorized, webhook_endpoints } = program;
  const count = scopes.reduce((sum, { scopes: names }) => sum + names.length, 0);
  return (
    <>
      <div>
        <strong>{name}</strong>
        {own && <p>{t("programs.own")}</p>}
        <details>
          <summary>{t("programs.count", { count })}</summary>
          <dl>
            {scopes.map(({ subject, scopes: names }) => (
              <div key={subject}>
                <dt>{t.find(`programs.subjects.${subject}`) ?? subject}</dt>
                {names.map((scope) => (
                  <dd key={scope}>{t.find(`programs.scopes.${scope}`) ?? scope}</dd>
                ))}
              </div>
            ))}
          </dl>
        </details>
      </div>
      <div>
        <p>{t("programs.installed", { moment: formats.moment(installed_at) })}</p>
        {authorized && (
          <p>{t("programs.authorized", { name: authorized.by, moment: formats.moment(authorized.at) })}</p>
        )}
        <p>
          {last_used_at === null ? t("programs.unused") : t("programs.used", { moment: formats.moment(last_used_at) })}
        </p>
        {webhook_endpoints.length > 0 && (
          <p>
            <Link to="/settings/$section" params={{ section: "webhooks" }}>
              {t("programs.endpoints", { count: webhook_endpoints.length })}
            </Link>
          </p>
        )}
      </div>
    </>
  );
}
