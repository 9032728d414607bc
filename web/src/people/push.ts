/** Push messages of this browser: whether it can get them, and its subscription. */
import { addPush } from "../net/api";
import type { ChannelInfo, Language } from "../protocol";

/** Whether this browser can get push messages here. */
export function canGetPush(key: string): boolean {
  return key !== "" && window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window;
}

/** The bytes of a key in the alphabet of URLs. */
export function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Have the server notify this browser; null if its user says no. */
export async function subscribe(key: string, language: Language): Promise<ChannelInfo | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe(); // it may be bound to another key
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
  const { endpoint = "", keys = {} } = made.toJSON();
  return addPush({ endpoint, p256dh: keys.p256dh ?? "", auth: keys.auth ?? "", language }, language);
}
