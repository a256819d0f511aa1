import "./app/mantine.css";
import "./app/fonts.css";
import "./app/colours.css";
import "./app/frame.css";
import "./app/console.css";
import { createRoot } from "react-dom/client";
import { Console } from "./app/console.tsx";
import { registerWorker } from "./worker/register.ts";

const container = document.getElementById("console");
if (!container) throw new Error("The page has no element #console.");
createRoot(container).render(<Console />);
registerWorker();
