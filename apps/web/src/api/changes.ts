/**
 * Tells the other tabs of this browser that something was changed here, so that they ask for it
 * anew. What it was is not said: a tab asks for what it shows, and that is little.
 */
const name = 'seller-connect.changes';

let channel: BroadcastChannel | null = null;

function opened(): BroadcastChannel {
  channel ??= new BroadcastChannel(name);
  return channel;
}

/** Says that a write succeeded here. */
export function announceChange(): void {
  opened().postMessage('changed');
}

/** Calls back after a write in another tab. Returns the function that stops it. */
export function onChangeElsewhere(listener: () => void): () => void {
  const from = opened();
  from.addEventListener('message', listener);
  return () => from.removeEventListener('message', listener);
}
