/** Held while a tab takes the person to another team. */
const teamSwitchLock = 'seller-connect.team-change';
/** Milliseconds for which a refused call waits for another tab; such a change is one call. */
const maxWaitMs = 10_000;

let isSwitching = false;

/**
 * Makes a change of team. The server ends the sessions in the old team before this tab can say so: meanwhile calls of
 * other tabs are refused, and those wait (see `teamIsSettled`). Without Web Locks the change is just made.
 */
export async function withTeamSwitchLock<T>(switchTeam: () => Promise<T>): Promise<T> {
  const runSwitch = async () => {
    isSwitching = true;
    try {
      return await switchTeam();
    } finally {
      isSwitching = false;
    }
  };
  return navigator.locks ? navigator.locks.request(teamSwitchLock, runSwitch) : runSwitch();
}

/** Waits until no other tab is changing the team, ten seconds at most. */
export async function waitForTeamSwitch(): Promise<void> {
  // What the change itself asks for would wait for its own end.
  if (isSwitching || !navigator.locks) return;
  const options: LockOptions = { mode: 'shared', signal: AbortSignal.timeout(maxWaitMs) };
  await navigator.locks.request(teamSwitchLock, options, () => undefined).catch(() => undefined);
}
