import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { callConsole } from "../../../app/console-calls.ts";
import { useSession } from "../../../app/session.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { useNotices } from "../../../components/notices.tsx";
import { Pending } from "../../../components/pending.tsx";
import { useFormats } from "../../../components/use-formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import cards from "../cards.module.css";
import { useAccountPath } from "../people.ts";
import secrets from "../secrets.module.css";
import { type AgentToken, useAgentTokens } from "./agents.ts";
import { TokenForm } from "./token-form.tsx";

/** Tokens for agents that read the account. Each has its person's current read access (docs/guides/agents.md). */
export function AgentsSection() {
  const { t } = useI18n();
  const { account } = useSession();
  const { notify } = useNotices();
  const formats = useFormats();
  const queries = useQueryClient();
  const path = `${useAccountPath()}/agent_tokens`;
  const tokens = useAgentTokens();
  const [isMaking, setMaking] = useState(false);
  const [revoked, setRevoked] = useState<AgentToken>();
  const invalidate = () => queries.invalidateQueries({ queryKey: [account.id, "agent_tokens"] });
  if (!tokens.data) return <Pending reads={[tokens]} />;
  return (
    <section>
      <h2>
        {t("agents.title")}
        <Button onClick={() => setMaking(true)}>{t("agents.make")}</Button>
      </h2>
      <p className="hint">
        {t("agents.about")} <Link to="/proposals">{t("screens.proposals")}</Link>
      </p>
      {tokens.data.length === 0 && <p className="empty">{t("agents.none")}</p>}
      <ul className={cards.cards}>
        {tokens.data.map((token) => (
          <li key={token.id}>
            <div>
              <strong className={secrets.code}>{token.prefix}…</strong>
              <p>{token.email}</p>
              {token.multi && <p>{t("agents.several")}</p>}
              {token.may_propose && <p>{t("agents.proposes")}</p>}
            </div>
            <div>
              <p>
                {token.expires_at === null
                  ? t("agents.forever")
                  : t("agents.until", { moment: formats.moment(token.expires_at) })}
              </p>
              <p>
                {token.last_used_at === null
                  ? t("agents.unused")
                  : t("agents.used", { moment: formats.moment(token.last_used_at) })}
              </p>
            </div>
            <Button
              variant="default"
              aria-label={t("agents.revokeOf", { prefix: token.prefix, email: token.email })}
              onClick={() => setRevoked(token)}
            >
              {t("agents.revoke")}
            </Button>
          </li>
        ))}
      </ul>
      {isMaking && <TokenForm close={() => setMaking(false)} done={invalidate} />}
      {revoked && (
        <ConfirmDialog
          title={t("agents.revoke")}
          confirmLabel={t("agents.revokeNow")}
          act={async () => {
            await callConsole("DELETE", `${path}/${revoked.id}`);
            await invalidate();
          }}
          done={() => notify({ text: t("agents.revoked") })}
          close={() => setRevoked(undefined)}
        >
          <p>{t("agents.revoking", { prefix: revoked.prefix })}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
