import { callConsole } from "../../../app/console-calls.ts";
import { serviceWorkers } from "../../../worker/register.ts";

/** Whether this browser can show push messages. */
export const canSubscribe = (): boolean => serviceWorkers() !== undefined && "PushManager" in window;

/** Asks for the person's permission and adds this browser. @returns whether they agreed */
export async function enableHere(publicKey: string): Promise<boolean> {
  const workers = serviceWorkers();
  if (!workers || (await Notification.requestPermission()) !== "granted") return false;
  const { pushManager } = await workers.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await pushManager.subscribe(options).catch(async () => {
    // The browser still has a subscription under another key.
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { endpoint, keys } = subscription.toJSON();
  await callConsole("POST", "/me/devices", { name: browserName(), subscription: { endpoint, keys } });
  return true;
}

/** Browser and system, such as "Chrome, Android". */
function browserName(): string {
  const find = (names: readonly string[]) => names.find((name) => navigator.userAgent.includes(name));
  const browser = find(["Edg", "Firefox", "Chrome", "Safari"]) ?? "Browser";
  const system = find(["Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux"]);
  return [browser.replace("Edg", "Edge"), ...(system ? [system] : [])].join(", ");
}
