/** Lock held while a tab switches teams. */
const teamSwitchLock = 'seller-connect.team-change';
/** Maximum milliseconds that a rejected call waits for another tab's team switch, which is one API call. */
const maxWaitMs = 10_000;

let isSwitching = false;

/**
 * Switches teams under a lock. The server ends the old team's sessions before this tab can announce the
 * switch. Calls of other tabs are rejected in between and wait with {@link waitForTeamSwitch}. Without Web
 * Locks the switch runs unguarded.
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

/** Waits until no other tab is switching teams, for at most ten seconds. */
export async function waitForTeamSwitch(): Promise<void> {
  // Calls of the switch itself would deadlock.
  if (isSwitching || !navigator.locks) return;
  const options: LockOptions = { mode: 'shared', signal: AbortSignal.timeout(maxWaitMs) };
  await navigator.locks.request(teamSwitchLock, options, () => undefined).catch(() => undefined);
}
