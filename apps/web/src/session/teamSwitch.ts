/** Held while a tab takes the person to another team. */
const lock = 'seller-connect.team-change';
/** Milliseconds for which a refused call waits for another tab; such a change is one call. */
const patience = 10_000;

let isChanging = false;

/**
 * Makes a change of team. The server ends the sessions in the old team before this tab can say so: meanwhile calls of
 * other tabs are refused, and those wait (see `teamIsSettled`). Without Web Locks the change is just made.
 */
export async function changingTeam<T>(change: () => Promise<T>): Promise<T> {
  const work = async () => {
    isChanging = true;
    try {
      return await change();
    } finally {
      isChanging = false;
    }
  };
  return navigator.locks ? navigator.locks.request(lock, work) : work();
}

/** Waits until no other tab is changing the team, ten seconds at most. */
export async function teamIsSettled(): Promise<void> {
  // What the change itself asks for would wait for its own end.
  if (isChanging || !navigator.locks) return;
  const options: LockOptions = { mode: 'shared', signal: AbortSignal.timeout(patience) };
  await navigator.locks.request(lock, options, () => undefined).catch(() => undefined);
}
