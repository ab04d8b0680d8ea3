import type { Monitor } from '../config.ts';
import { LoginError } from '../errors.ts';
import type { LoginParts } from '../startup.ts';
import { openStore } from '../session/storage.ts';
import type { StoredUser } from '../session/storedUser.ts';
import { wait } from '../wait.ts';

/** Milliseconds between two questions (specification, section 9). */
const checkInterval = 10_000;

/** Milliseconds before the second of two silent logins that both have to find nobody. */
const confirmDelay = 1_000;

/**
 * `same`: it is the session of this user. `changed`: it is not. `ended`: the provider says so of the session itself.
 * `silent`: no answer in time. `unusable`: this way does not work here. `unknown`: the question did not get through;
 * nothing follows from it.
 */
export type SessionAnswer = 'same' | 'changed' | 'ended' | 'silent' | 'unusable' | 'unknown';

/** One way to ask about the provider's session. */
export interface SessionQuestion {
  ask(user: StoredUser): Promise<SessionAnswer>;
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
export function watchSession(name: string, open: (parts: LoginParts) => SessionQuestion): Monitor {
  return (parts) => {
    const { settings, users, renewal, events } = parts;
    // Survives a reload: what has told the truth in this tab before is believed after it.
    const memory = openStore('sessionStorage');
    const key = `${settings.userKey}.monitor`;
    let question: SessionQuestion | null = null;
    let timer: ReturnType<typeof setInterval> | undefined;
    let answered = false;
    /** A silent login has looked into the change; another one is due once the session was seen again. */
    let checked = false;
    let endTold = false;
    let warned = false;
    let busy = false;

    const stop = (): void => {
      clearInterval(timer);
      question?.close();
      question = null;
    };
    const warn = (reason: string): void => {
      if (!warned)
        console.warn(`The session monitor "${name}" is ${reason}. Try "sessionId" instead.`);
      warned = true;
    };
    const switchOff = (reason: string): void => {
      stop();
      warn(`off: ${reason}`);
    };

    /** Whoever is signed in at the provider now; null: nobody, and twice so. */
    const present = async (user: StoredUser): Promise<StoredUser | null> => {
      for (let attempt = 0; ; attempt += 1) {
        try {
          await renewal.silentLogin('session');
          return users.current();
        } catch (failure) {
          const nobody = failure instanceof LoginError && failure.code === 'login_required';
          if (!nobody || users.current() !== user) throw failure;
          if (attempt > 0) return null;
          await wait(confirmDelay);
        }
      }
    };

    const decide = async (user: StoredUser, isEnd: boolean): Promise<void> => {
      if (checked) return;
      checked = true;
      if (isEnd && !endTold) events.emit('session-change', { change: 'ended' });
      endTold ||= isEnd;
      let next;
      try {
        next = await present(user);
      } catch (failure) {
        // The provider could not be asked who is there. The next look tries again.
        checked = false;
        throw failure;
      }
      if (next) {
        const change = next.profile.sub === user.profile.sub ? 'renewed' : 'other-user';
        events.emit('session-change', { change });
      } else if (memory.get(key) !== name) {
        warn('of no use so far: it has never seen the session');
      } else {
        await users.remove('session-ended');
        if (!isEnd) events.emit('session-change', { change: 'ended' });
      }
    };

    const look = async (): Promise<void> => {
      const user = users.current();
      if (!question || busy || !user || !users.isLoggedIn()) return;
      busy = true;
      try {
        const answer = await question.ask(user);
        // Another login, or a logout, came between: the answer is about the past.
        if (users.current()?.sessionState !== user.sessionState) return;
        if (answer === 'same') {
          answered = true;
          checked = endTold = false;
          memory.set(key, name);
        } else if (answer === 'unusable')
          switchOff('the provider or the browser does not support it');
        else if (answer === 'silent' && !answered) switchOff('there was no answer');
        else if (answer === 'changed' || answer === 'ended') await decide(user, answer === 'ended');
      } catch {
        // No answer at all. The next look tries again.
      } finally {
        busy = false;
      }
    };

    events.on('user-loaded', ({ by }) => {
      if (by === 'login') checked = endTold = false;
      void look();
    });

    return {
      start() {
        if (question) return;
        question = open(parts);
        timer = setInterval(() => void look(), checkInterval);
        void look();
      },
      stop,
    };
  };
}
