import type { EnglishWords } from "../en.ts";

export const agents: Pick<EnglishWords, "agents"> = {
  agents: {
    title: "Tokens de agentes",
    make: "Crear un token",
    about:
      "Con un token, un agente de IA lee esta cuenta: tanto como su persona puede leer en ese momento. No cambia nada.",
    none: "Ningún agente lee esta cuenta.",
    several: "Lee también otras cuentas.",
    forever: "No caduca.",
    until: (moment: string) => `Caduca ${moment}.`,
    unused: "Aún sin usar.",
    used: (moment: string) => `Usado por última vez ${moment}.`,
    revoke: "Revocar",
    revokeOf: (prefix: string, email: string) => `Revocar: ${prefix}, ${email}`,
    revokeNow: "Sí, revocar",
    revoked: "Se revocó el token.",
    revoking: (prefix: string) => `La próxima petición con ${prefix}… se rechaza. No se puede deshacer.`,
    whose: "De quién es el agente",
    whoseHint: "De un propietario o un gestor.",
    lastDay: "Último día",
    lastDayHint: "Sin él vale hasta que se revoque.",
    keep: "Dé este token al agente. Solo se muestra esta vez.",
    token: "Token",
    endpoint: "Dónde se conectan los agentes",
  },
};
