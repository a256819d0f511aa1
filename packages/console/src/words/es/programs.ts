import type { EnglishWords } from "../en.ts";
import { several } from "../several.ts";

export const programs: Pick<EnglishWords, "programs"> = {
  programs: {
    about: "Lo que cada una puede hacer lo ha permitido usted. Al desinstalarla se retira de inmediato.",
    askOwner: "Los propietarios admiten programas y los desinstalan: pregunte a uno de ellos.",
    none: "Todavía ningún programa usa esta cuenta.",
    own: "El propio Roost: suyos son los tokens que un administrador crea en la línea de comandos.",
    may: "Lo que puede hacer",
    subjects: {
      bookings: "Reservas",
      guests: "Huéspedes",
      rentals: "Alojamientos",
      prices: "Precios",
      money: "Finanzas",
      account: "Cuenta",
    },
    installed: (moment: string) => `Instalado ${moment}.`,
    unused: "Nunca usado.",
    used: (moment: string) => `Usado por última vez ${moment}.`,
    endpoints: (count: number) => several(count, "destino de webhooks", "destinos de webhooks"),
    uninstall: "Desinstalar",
    uninstallOf: (name: string) => `Desinstalar ${name}`,
    uninstallNow: "Sí, desinstalar",
    uninstalling: (name: string, account: string) =>
      `${name} pierde el acceso a ${account} de inmediato: sus tokens dejan de valer y sus webhooks terminan. Lo que creó se queda.`,
    uninstalled: (name: string) => `${name} se ha desinstalado.`,
    register: "Registrar una aplicación propia",
  },
};
