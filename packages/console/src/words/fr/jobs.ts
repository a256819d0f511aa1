import type { EnglishWords } from "../en.ts";
import { several } from "../several.ts";

export const jobs: Pick<EnglishWords, "jobs"> = {
  jobs: {
    title: "Tâches",
    about:
      "Ce que le service fait de lui-même pour ce compte, plus tard ou à nouveau : e-mails, paiements, calendriers, photos, webhooks. Ce qui est fait n’est pas listé.",
    none: "Rien n’attend et rien n’a échoué.",
    names: {
      "send mail": "Envoyer un e-mail",
      "sync calendar feed": "Lire un calendrier",
      erase_file: "Effacer un fichier",
      fetch_attachment: "Récupérer une pièce jointe",
      "perform payment": "Exécuter un paiement",
      "deliver webhooks": "Informer un destinataire de webhooks",
      "confirm booking": "Confirmer une réservation",
      fetch_photo: "Récupérer une photo",
      render_photo: "Préparer les tailles d’une photo",
      make_demo_history: "Remplir la démonstration",
      draw_demo_pictures: "Dessiner les images de la démonstration",
    },
    state: {
      running: (moment: string) => `En cours depuis ${moment}`,
      waiting: (moment: string) => `Prévu ${moment}`,
      failed: (attempts: number) => `Abandonné après ${several(attempts, "essai", "essais")}`,
    },
    attempt: (attempts: number, most: number) => `L’essai ${attempts} sur ${most} a échoué.`,
    said: (error: string) => `Dernier message : ${error}`,
    retry: "Exécuter maintenant",
    retryOf: (name: string) => `Exécuter maintenant : ${name}`,
    retried: "La tâche s’exécute dès qu’une place est libre.",
  },
};
