import type { AddPushDevice } from '@seller-connect/contract';
import { hash, toBase64Url } from '@seller-connect/login/base64url';

/**
 * Whether this browser can show notifications.
 *
 * | state | meaning |
 * | --- | --- |
 * | `unsupported` | it has no Web Push, or the page is not from a build or not encrypted |
 * | `install` | iPhone or iPad: Web Push exists in the application on the home screen only |
 * | `denied` | the user has denied it; only the browser's settings change that |
 * | `available` | the user can be requested, or has agreed |
 */
export type PushSupport = 'unsupported' | 'install' | 'denied' | 'available';

/** Web Push of a browser. */
export interface PushBrowser {
  support(): PushSupport;
  /** Returns the hash of this browser's subscription, as `endpointHash` of a device; null without one. */
  endpointHash(): Promise<string | null>;
  /**
   * Asks for the permission, so it must be called by a click. Replaces an older subscription, which may be another
   * account's. Returns null if the user denies it.
   * @throws Error if the browser installs no service worker, or its push service does not answer
   */
  subscribe(serverKey: string): Promise<AddPushDevice | null>;
  unsubscribe(): Promise<void>;
}

const isApplePhone = () =>
  /iP(?:hone|ad|od)/.test(navigator.userAgent) ||
  // iPads present themselves as Macs, which have no touch screen.
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

/** The worker is installed when a page is idle. A browser that refuses it leaves the page waiting forever. */
const maxInstallMs = 15_000;

async function rejectLater(): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, maxInstallMs));
  throw new Error('The browser has installed no service worker');
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export const thisBrowser: PushBrowser = {
  support() {
    if (!('serviceWorker' in navigator) || !('PushManager' in window)) {
      return isApplePhone() ? 'install' : 'unsupported';
    }
    return Notification.permission === 'denied' ? 'denied' : 'available';
  },

  async endpointHash() {
    const subscription = await findSubscription();
    if (!subscription || Notification.permission !== 'granted') return null;
    return toBase64Url(await hash(subscription.endpoint));
  },

  async subscribe(serverKey) {
    if ((await Notification.requestPermission()) !== 'granted') return null;
    const { pushManager } = await Promise.race([navigator.serviceWorker.ready, rejectLater()]);
    await (await pushManager.getSubscription())?.unsubscribe();
    const subscription = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: serverKey,
    });
    const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
    return { endpoint: subscription.endpoint, keys: { p256dh, auth } };
  },

  async unsubscribe() {
    await (await findSubscription())?.unsubscribe();
  },
};
