import type { LoginEvents } from '../api.ts';
import type { Settings } from '../config.ts';
import type { Emitter } from '../emitter.ts';
import { networkError } from '../errors.ts';
import type { Renewal } from '../renewal/renewal.ts';
import { renewalDueAt, effectiveExpiresAt } from './storedUser.ts';
import type { StoredUser } from './storedUser.ts';
import type { UserStore } from './userStore.ts';

/** Milliseconds between polls of the clock. Long timers overflow, and they stop during sleep. */
const pollIntervalMs = 5_000;

/** Milliseconds between the `expiring` event and the renewal. */
const renewDelayMs = 2_500;

/** Minimum milliseconds between automatic renewals, regardless of the token lifetime and of failures. */
const minRenewalIntervalMs = 30_000;

const wakeEvents = ['online', 'pageshow', 'visibilitychange'] as const;

/**
 * Emits `expiring`, `silent-renew-error` and `access-token-expired`, and renews tokens. Polls on a timer
 * and when the page wakes up. For short lifetimes, the limits below are half and a quarter of the lifetime.
 *
 * | time                       | action                                                               |
 * | -------------------------- | -------------------------------------------------------------------- |
 * | 300 s before `expiresAt`   | `expiring`, renewal 2.5 s later, then every 30 s while it fails      |
 * | 60 s before `expiresAt`    | `access-token-expired`; status `expired`, or `logged-out` if refused |
 * | afterwards, if not refused | renewal every 30 s, and immediately when the page wakes up           |
 *
 * @param onChange is called when the token expires and when its renewal was refused
 */
export function createExpiryWatcher(
  settings: Settings,
  events: Emitter<LoginEvents>,
  users: UserStore,
  renewal: Renewal,
  onChange: () => void,
) {
  const now = settings.environment.now;
  /** 0 once stopped, perhaps before the startup that starts it is complete. */
  let timer: ReturnType<typeof setInterval> | 0 | undefined;
  /** Set until the renewal that it starts has ended. */
  let renewalTimer: ReturnType<typeof setTimeout> | undefined;
  let expiryTimer: ReturnType<typeof setTimeout> | undefined;
  let expiringToken = '';
  let expiredToken = '';
  let lastRenewalAt = -Infinity;

  const renew = async (user: StoredUser): Promise<void> => {
    try {
      // Another tab has renewed or removed the user.
      if (users.current() !== user) return;
      lastRenewalAt = now();
      await renewal.renew();
    } catch (failure) {
      // After a logout there is nothing to report.
      if (users.current()) events.emit('silent-renew-error', networkError(failure));
    } finally {
      renewalTimer = undefined;
      poll();
    }
  };

  const emitExpiryEvents = (user: StoredUser, isExpired: boolean): void => {
    const { accessToken, expiresAt } = user;
    if (!isExpired && expiringToken !== accessToken) {
      expiringToken = accessToken;
      events.emit('expiring', { expiresAt });
    }
    if (isExpired && expiredToken !== accessToken) {
      expiredToken = accessToken;
      onChange();
      events.emit('access-token-expired', { expiresAt });
    }
  };

  const poll = (isWakeUp = false): void => {
    if (!timer) return;
    const knownUser = users.current();
    // Another tab may have renewed.
    if (knownUser && now() / 1000 >= effectiveExpiresAt(knownUser)) users.reread();
    const user = users.current();
    if (!user) return;
    clearTimeout(expiryTimer);
    const remainingMs = effectiveExpiresAt(user) * 1000 - now();
    // A separate timer reports the expiry on time, not with the next poll.
    if (remainingMs > 0 && remainingMs <= pollIntervalMs)
      expiryTimer = setTimeout(() => poll(), remainingMs);
    if (now() / 1000 < renewalDueAt(user)) return;
    const isExpired = remainingMs <= 0;
    emitExpiryEvents(user, isExpired);
    if (isExpired && renewal.isRefused()) return onChange();
    // While offline, no attempt is made; the `online` event polls again.
    if (renewalTimer !== undefined || !settings.automaticRenewal || !navigator.onLine) return;
    // The clock may have been set back since.
    const sinceRenewalMs = Math.abs(now() - lastRenewalAt);
    if (sinceRenewalMs < minRenewalIntervalMs && !(isExpired && isWakeUp)) return;
    // The token has already expired, for example after sleep: renew without delay.
    renewalTimer = setTimeout(() => void renew(user), isExpired ? 0 : renewDelayMs);
  };

  const wake = (): void => {
    users.reread();
    poll(!document.hidden);
  };

  return {
    start(): void {
      if (timer !== undefined) return;
      timer = setInterval(() => poll(), pollIntervalMs);
      for (const name of wakeEvents) addEventListener(name, wake);
      poll();
    },
    stop(): void {
      clearInterval(timer);
      clearTimeout(renewalTimer);
      clearTimeout(expiryTimer);
      timer = 0;
      renewalTimer = undefined;
      for (const name of wakeEvents) removeEventListener(name, wake);
    },
  };
}
