import type { Monitor } from '../config.ts';
import { LoginError } from '../errors.ts';
import type { LoginDependencies } from '../startup.ts';
import { openStorage } from '../session/storage.ts';
import type { StoredUser } from '../session/storedUser.ts';
import { wait } from '../wait.ts';

/** Milliseconds between two questions (specification, section 9). */
const pollIntervalMs = 10_000;

/** Milliseconds before the second of two silent logins that both have to find nobody. */
const confirmDelayMs = 1_000;

/**
 * `same`: it is the session of this user. `changed`: it is not. `ended`: the provider says so of the session itself.
 * `silent`: no answer in time. `unusable`: this way does not work here. `unknown`: the question did not get through;
 * nothing follows from it.
 */
export type SessionCheckResult = 'same' | 'changed' | 'ended' | 'silent' | 'unusable' | 'unknown';

/** One way to ask about the provider's session. */
export interface SessionProbe {
  ask(user: StoredUser): Promise<SessionCheckResult>;
  close(): void;
}

/**
 * Asks every ten seconds whether the session is still the user's. What follows is decided by a silent login: an answer
 * alone also changes when the browser hides the provider's cookies. A monitor that has never seen the session ends no
 * login; it warns once and goes on asking. One that gets no answers is switched off with one warning.
 *
 * | answer               | event at once | silent login finds        | outcome                                  |
 * | -------------------- | ------------- | ------------------------- | ---------------------------------------- |
 * | `changed`            |               | the same person           | `session-change`: `renewed`              |
 * | `changed`            |               | somebody else             | `session-change`: `other-user`           |
 * | `changed`            |               | nobody, twice             | user removed, `session-change`: `ended`  |
 * | `ended`              | `ended`       | the same or somebody else | as above                                 |
 * | `ended`              | `ended`       | nobody, twice             | user removed                             |
 * | either, once more    |               | not asked again           | until an answer was `same`               |
 */
export function createSessionMonitor(
  name: string,
  open: (dependencies: LoginDependencies) => SessionProbe,
): Monitor {
  return (dependencies) => {
    const { settings, users, renewal, events } = dependencies;
    // Survives a reload: what has told the truth in this tab before is believed after it.
    const tabStorage = openStorage('sessionStorage');
    const key = `${settings.userKey}.monitor`;
    let probe: SessionProbe | null = null;
    let timer: ReturnType<typeof setInterval> | undefined;
    let hasAnswered = false;
    /** A silent login has looked into the change; another one is due once the session was seen again. */
    let isChangeHandled = false;
    let isEndReported = false;
    let hasWarned = false;
    let isPolling = false;

    const stop = (): void => {
      clearInterval(timer);
      probe?.close();
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

    /** Whoever is signed in at the provider now; null: nobody, and twice so. */
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
        // The provider could not be asked who is there. The next look tries again.
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
      if (!probe || isPolling || !user || !users.isLoggedIn()) return;
      isPolling = true;
      try {
        const result = await probe.ask(user);
        // Another login, or a logout, came between: the answer is about the past.
        if (users.current()?.sessionState !== user.sessionState) return;
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
        // No answer at all. The next look tries again.
      } finally {
        isPolling = false;
      }
    };

    events.on('user-loaded', ({ by }) => {
      if (by === 'login') isChangeHandled = isEndReported = false;
      void poll();
    });

    return {
      start() {
        if (probe) return;
        probe = open(dependencies);
        timer = setInterval(() => void poll(), pollIntervalMs);
        void poll();
      },
      stop,
    };
  };
}
