import type { EnglishWords } from "../en.ts";

export const common: Pick<EnglishWords, "shell" | "failure" | "waiting" | "notices" | "signedOut"> = {
  shell: {
    skip: "Ir al contenido",
    screens: "Pantallas",
    menu: "Menú",
    applications: "Aplicaciones",
    account: "Cuenta",
    noAccount: "No trabaja para ninguna cuenta. Pida a un propietario que le invite.",
    signOut: "Cerrar sesión",
  },
  failure: {
    title: "No se ha podido cargar la página",
    refused: "No se ha hecho.",
    text: "No se pudo contactar con el servicio. Compruebe su conexión e inténtelo de nuevo.",
    again: "Reintentar",
    notThere: "No encontrado",
    unavailable: "Roost no está disponible en este momento. Inténtelo de nuevo en unos segundos.",
    tooMany: "Demasiadas solicitudes. Inténtelo más tarde.",
    mistake: (request) =>
      `El servicio ha cometido un error. Inténtelo de nuevo; si se repite, indique el número ${request} a quien lo gestiona.`,
  },
  waiting: "Cargando",
  notices: { undo: "Deshacer", undone: "Deshecho.", close: "Cerrar" },
  signedOut: {
    title: "Se ha cerrado su sesión",
    text: "Inicie sesión en otra pestaña y vuelva: no se pierde nada de lo que ha escrito aquí.",
    still: "Todavía no ha iniciado sesión.",
    signIn: "Iniciar sesión en otra pestaña",
    goOn: "Continuar",
  },
};
