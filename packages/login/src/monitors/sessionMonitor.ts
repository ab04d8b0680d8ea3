import type { LoginDependencies, Monitor } from '../dependencies.ts';
import { LoginError } from '../errors.ts';
import { openStorage } from '../session/storage.ts';
import type { StoredUser } from '../session/storedUser.ts';
import { wait } from '../wait.ts';

/** Milliseconds between two polls (specification, section 9). */
const pollIntervalMs = 10_000;

/** Milliseconds before the second silent login that must confirm that no user is signed in. */
const confirmDelayMs = 1_000;

/**
 * `same`: the session belongs to this user. `changed`: it does not. `ended`: the provider reports its end.
 * `silent`: no answer in time. `unusable`: the probe does not work here. `unknown`: the request failed,
 * without consequence.
 */
export type SessionCheckResult = 'same' | 'changed' | 'ended' | 'silent' | 'unusable' | 'unknown';

/** A way to query the provider's session. */
export interface SessionProbe {
  ask(user: StoredUser): Promise<SessionCheckResult>;
  close?(): void;
}

/**
 * Polls every ten seconds whether the session still belongs to the user. A silent login decides about
 * changes, because the answer also changes when the browser blocks the provider's cookies. A monitor that
 * has never seen the session removes no user: it warns once and continues. A monitor without answers is
 * disabled with one warning.
 *
 * | answer           | immediate event | silent login finds         | result                                  |
 * | ---------------- | --------------- | -------------------------- | --------------------------------------- |
 * | `changed`        |                 | the same user              | `session-change`: `renewed`             |
 * | `changed`        |                 | another user               | `session-change`: `other-user`          |
 * | `changed`        |                 | no user, twice             | user removed, `session-change`: `ended` |
 * | `ended`          | `ended`         | the same or another user   | as above                                |
 * | `ended`          | `ended`         | no user, twice             | user removed                            |
 * | either, repeated |                 | none until `same` was seen |                                         |
 */
export function createSessionMonitor(
  name: string,
  open: (dependencies: LoginDependencies) => SessionProbe,
): Monitor {
  return (dependencies) => {
    const { settings, users, renewal, events } = dependencies;
    // Survives a reload: a monitor that worked in this tab is trusted afterwards.
    const tabStorage = openStorage('sessionStorage');
    const key = `${settings.userKey}.monitor`;
    let probe: SessionProbe | null = null;
    let timer: ReturnType<typeof setInterval> | undefined;
    /** Perhaps before the startup that starts it is complete. */
    let isStopped = false;
    let hasAnswered = false;
    /** A silent login has handled the change. The next one runs only after the session was seen again. */
    let isChangeHandled = false;
    let isEndReported = false;
    let hasWarned = false;
    let isPolling = false;

    const stop = (): void => {
      isStopped = true;
      clearInterval(timer);
      probe?.close?.();
      probe = null;
    };
    const warn = (reason: string): void => {
      if (!hasWarned)
        console.warn(`The session monitor "${name}" is ${reason}. Try "sessionId" instead.`);
      hasWarned = true;
    };
    const disable = (reason: string): void => {
      stop();
      warn(`off: ${reason}`);
    };

    /** Returns the user who is signed in at the provider now, or null if two silent logins found none. */
    const confirmUser = async (user: StoredUser): Promise<StoredUser | null> => {
      for (let attempt = 0; ; attempt += 1) {
        try {
          await renewal.silentLogin('session');
          return users.current();
        } catch (failure) {
          const isLoginRequired =
            failure instanceof LoginError && failure.code === 'login_required';
          if (!isLoginRequired || users.current() !== user) throw failure;
          if (attempt > 0) return null;
          await wait(confirmDelayMs);
        }
      }
    };

    const handleChange = async (user: StoredUser, isEnd: boolean): Promise<void> => {
      if (isChangeHandled) return;
      isChangeHandled = true;
      if (isEnd && !isEndReported) events.emit('session-change', { change: 'ended' });
      isEndReported ||= isEnd;
      let next;
      try {
        next = await confirmUser(user);
      } catch (failure) {
        // The provider was unreachable; the next poll tries again.
        isChangeHandled = false;
        throw failure;
      }
      if (next) {
        const change = next.profile.sub === user.profile.sub ? 'renewed' : 'other-user';
        events.emit('session-change', { change });
      } else if (tabStorage.get(key) !== name) {
        warn('of no use so far: it has never seen the session');
      } else {
        await users.remove('session-ended');
        if (!isEnd) events.emit('session-change', { change: 'ended' });
      }
    };

    const poll = async (): Promise<void> => {
      const user = users.current();
      const current = probe;
      if (!current || isPolling || !user || !users.isLoggedIn()) return;
      isPolling = true;
      try {
        const result = await current.ask(user);
        // A login, a logout or a stop happened in the meantime: the answer is outdated.
        if (probe !== current || users.current()?.sessionState !== user.sessionState) return;
        if (result === 'same') {
          hasAnswered = true;
          isChangeHandled = isEndReported = false;
          tabStorage.set(key, name);
        } else if (result === 'unusable')
          disable('the provider or the browser does not support it');
        else if (result === 'silent' && !hasAnswered) disable('there was no answer');
        else if (result === 'changed' || result === 'ended')
          await handleChange(user, result === 'ended');
      } catch {
        // No answer; the next poll tries again.
      } finally {
        isPolling = false;
      }
    };

    events.on('user-loaded', () => void poll());

    return {
      start() {
        if (probe || isStopped) return;
        probe = open(dependencies);
        timer = setInterval(() => void poll(), pollIntervalMs);
        void poll();
      },
      stop,
    };
  };
}
