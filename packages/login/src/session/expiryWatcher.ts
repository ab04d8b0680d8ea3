import type { LoginEvents } from '../api.ts';
import type { Settings } from '../config.ts';
import type { Emitter } from '../emitter.ts';
import { networkError } from '../errors.ts';
import type { Renewal } from '../renewal/renewal.ts';
import { renewalDue, usableUntil } from './storedUser.ts';
import type { StoredUser } from './storedUser.ts';
import type { UserStore } from './userStore.ts';

/** Milliseconds between two looks at the clock: long timers stop in sleep and overflow. */
const checkInterval = 5_000;

/** Milliseconds from the expiring notice to the renewal. */
const renewDelay = 2_500;

/** Milliseconds between two automatic renewals, whatever the life of a token and its failures. */
const pause = 30_000;

const wakeEvents = ['online', 'pageshow', 'visibilitychange'] as const;

/**
 * Watches the clock: raises `expiring`, renews, raises `silent-renew-error` and
 * `access-token-expired`. Also looks when the page wakes up.
 *
 * | time                       | what happens                                                         |
 * | -------------------------- | -------------------------------------------------------------------- |
 * | 300 s before `expiresAt`   | `expiring`, and the renewal 2.5 s later; every 30 s while it fails   |
 * | 60 s before `expiresAt`    | `access-token-expired`; the session is expired, or ended if refused  |
 * | afterwards, not refused    | the renewal goes on every 30 s, and at once when the page wakes up   |
 */
export function createWatch(
  settings: Settings,
  events: Emitter<LoginEvents>,
  users: UserStore,
  renewal: Renewal,
  onChange: () => void,
) {
  const now = settings.environment.now;
  let timer: ReturnType<typeof setInterval> | undefined;
  let delayed: ReturnType<typeof setTimeout> | undefined;
  let expiry: ReturnType<typeof setTimeout> | undefined;
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

  const notice = (user: StoredUser, over: boolean): void => {
    const { accessToken, expiresAt } = user;
    if (!over && noticed !== accessToken) {
      noticed = accessToken;
      events.emit('expiring', { expiresAt });
    }
    if (over && expired !== accessToken) {
      expired = accessToken;
      onChange();
      events.emit('access-token-expired', { expiresAt });
    }
  };

  const look = (woken = false): void => {
    if (timer === undefined) return;
    const seen = users.current();
    // Another tab may have renewed.
    if (seen && now() / 1000 >= usableUntil(seen)) users.reread();
    const user = users.current();
    if (!user) return;
    clearTimeout(expiry);
    const left = usableUntil(user) * 1000 - now();
    // The end of the token is told to the moment, not with the next look.
    if (left > 0 && left <= checkInterval) expiry = setTimeout(() => look(), left);
    if (now() / 1000 < renewalDue(user)) return;
    const over = left <= 0;
    notice(user, over);
    if (over && renewal.isRefused()) return onChange();
    // Offline costs no attempt; the `online` event looks again.
    if (busy || delayed !== undefined || !settings.automaticRenewal || !navigator.onLine) return;
    if (now() - lastRenewal < pause && !(over && woken)) return;
    // After sleep the token is gone already: no reason to wait then.
    delayed = setTimeout(() => void renew(user), over ? 0 : renewDelay);
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
      clearTimeout(expiry);
      timer = delayed = expiry = undefined;
      for (const name of wakeEvents) removeEventListener(name, wake);
    },
  };
}
