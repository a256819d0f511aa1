import "./app/mantine.css";
import "./app/fonts.css";
import "./app/colors.css";
import "./app/frame.css";
import "./app/console.css";
import { createRoot } from "react-dom/client";
import { Console } from "./app/console.tsx";
import { isImportFailure } from "./app/reload.ts";
import { registerWorker } from "./worker/register.ts";

const container = document.getElementById("console");
if (!container) throw new Error("The page has no element #console.");
createRoot(container, {
  onCaughtError: (error) => {
    // The browser has logged the request, and the screen offers to try again.
    if (!isImportFailure(error)) reportError(error);
  },
}).render(<Console />);
registerWorker();
