/** Whether the browser says that it has no network. One without the property, as in tests on a server, has one. */
export const isOffline = (): boolean => 'onLine' in navigator && !navigator.onLine;

/** Resolves once the browser has a network; at once if it has. */
export async function whenOnline(): Promise<void> {
  if (!isOffline()) return;
  await new Promise<void>((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true });
  });
}
