import { createStore } from '@seller-connect/ui';

/**
 * The event by which Chromium offers to install the application.
 * @see https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent
 */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

const isInstallEvent = (event: Event): event is InstallEvent => 'prompt' in event;

const offer = createStore<InstallEvent | null>(null);

/** Retains the browser's offer, which comes once and soon, until the user asks for it. */
export function watchInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallEvent(event)) return;
    // The browser's own hint would cover the bar of phones.
    event.preventDefault();
    offer.set(event);
  });
  window.addEventListener('appinstalled', () => offer.set(null));
}

export const isInstallOffered = (): boolean => offer.get() !== null;

export const onInstallOffer = offer.subscribe;

/** Shows the browser's question. An offer can be used once. */
export async function installApplication(): Promise<void> {
  const event = offer.get();
  offer.set(null);
  await event?.prompt();
}
