import "./app/mantine.css";
import "./app/frame.css";
import "./app/console.css";
import { createRoot } from "react-dom/client";
import { Console } from "./app/console.tsx";

const place = document.getElementById("console");
if (!place) throw new Error("The page has no place for the console.");
createRoot(place).render(<Console />);
