import type { EnglishWords } from "../en.ts";
import { several } from "../several.ts";

export const jobs: Pick<EnglishWords, "jobs"> = {
  jobs: {
    title: "Tareas",
    about:
      "Lo que el servicio hace por sí mismo para esta cuenta, más tarde o de nuevo: correos, pagos, calendarios, fotos, webhooks. Lo que está hecho no aparece.",
    none: "Nada espera y nada ha fallado.",
    names: {
      "send mail": "Enviar un correo",
      "sync calendar feed": "Leer un calendario",
      erase_file: "Borrar un archivo",
      fetch_attachment: "Obtener un archivo adjunto",
      "perform payment": "Ejecutar un pago",
      "deliver webhooks": "Avisar a un receptor de webhooks",
      "confirm booking": "Confirmar una reserva",
      fetch_photo: "Obtener una foto",
      render_photo: "Preparar los tamaños de una foto",
      make_demo_history: "Rellenar la demostración",
      draw_demo_pictures: "Dibujar las imágenes de la demostración",
    },
    state: {
      running: (moment: string) => `En marcha desde ${moment}`,
      waiting: (moment: string) => `Previsto ${moment}`,
      failed: (attempts: number) => `Abandonado tras ${several(attempts, "intento", "intentos")}`,
    },
    attempt: (attempts: number, most: number) => `El intento ${attempts} de ${most} ha fallado.`,
    said: (error: string) => `Último aviso: ${error}`,
    retry: "Ejecutar ahora",
    retryOf: (name: string) => `Ejecutar ahora: ${name}`,
    retried: "Se ejecuta en cuanto haya un puesto libre.",
  },
};
