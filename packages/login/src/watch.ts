import type { LoginEvents } from './api.ts';
import type { Settings } from './config.ts';
import type { Emitter } from './emitter.ts';
import { networkError } from './errors.ts';
import type { Renewal } from './renewal/renewal.ts';
import { renewalDue, usableUntil } from './storedUser.ts';
import type { StoredUser } from './storedUser.ts';
import type { UserStore } from './userStore.ts';

/** Milliseconds between two looks at the clock: long timers stop in sleep and overflow. */
const checkInterval = 5_000;

/** Milliseconds from the expiring notice to the renewal, plus up to 1 s to spread the tabs. */
const renewDelay = 2_500;
const spread = 1_000;

/** Milliseconds between two automatic renewals, whatever the life of a token and its failures. */
const pause = 30_000;

const wakeEvents = ['online', 'pageshow', 'visibilitychange'] as const;

/**
 * Watches the clock: raises `expiring`, renews, raises `silent-renew-error` and
 * `access-token-expired`. Also looks when the page wakes up.
 */
export function createWatch(
  settings: Settings,
  events: Emitter<LoginEvents>,
  users: UserStore,
  renewal: Renewal,
  onExpired: () => void,
) {
  const now = settings.environment.now;
  let timer: ReturnType<typeof setInterval> | undefined;
  let delayed: ReturnType<typeof setTimeout> | undefined;
  let noticed = '';
  let expired = '';
  let busy = false;
  let lastRenewal = -Infinity;

  const renew = async (user: StoredUser): Promise<void> => {
    delayed = undefined;
    // Another tab was faster.
    if (users.current() !== user) return;
    busy = true;
    lastRenewal = now();
    try {
      await renewal.renew();
    } catch (failure) {
      // Logged out meanwhile: nothing to renew, nothing to report.
      if (users.current()) events.emit('silent-renew-error', networkError(failure));
    } finally {
      busy = false;
      look();
    }
  };

  const look = (woken = false): void => {
    const user = users.current();
    if (!user || busy) return;
    const { accessToken, expiresAt } = user;
    const seconds = now() / 1000;
    if (seconds < renewalDue(user)) return;
    const over = seconds >= usableUntil(user);
    if (!over && noticed !== accessToken) {
      noticed = accessToken;
      events.emit('expiring', { expiresAt });
    }
    // Offline costs no attempt; the `online` event looks again.
    const may = settings.automaticRenewal && navigator.onLine;
    if (may && now() - lastRenewal >= pause && (expired !== accessToken || woken)) {
      // After sleep the token is gone already: no reason to wait then.
      delayed ??= setTimeout(
        () => void renew(user),
        over ? 0 : renewDelay + Math.random() * spread,
      );
      return;
    }
    if (!over || expired === accessToken || delayed !== undefined) return;
    // Another tab may have renewed.
    users.reread();
    if (users.current() !== user) return;
    expired = accessToken;
    onExpired();
    events.emit('access-token-expired', { expiresAt });
  };

  const wake = (): void => {
    users.reread();
    look(true);
  };

  return {
    start(): void {
      if (timer !== undefined) return;
      timer = setInterval(() => look(), checkInterval);
      for (const name of wakeEvents) addEventListener(name, wake);
      look();
    },
    stop(): void {
      clearInterval(timer);
      clearTimeout(delayed);
      timer = delayed = undefined;
      for (const name of wakeEvents) removeEventListener(name, wake);
    },
  };
}
