import type { Monitor } from '../config.ts';
import { LoginError } from '../errors.ts';
import type { LoginParts } from '../startup.ts';
import { openStore } from '../storage.ts';
import type { StoredUser } from '../storedUser.ts';
import { wait } from '../wait.ts';

/** Milliseconds between two questions (specification, section 9). */
const checkInterval = 10_000;

/** Milliseconds before the second of two silent logins that both have to find nobody. */
const confirmDelay = 1_000;

/**
 * `same`: it is the session of this user. `changed`: it is not. `silent`: no answer in time. `unusable`: this way
 * does not work here. `unknown`: the question did not get through; nothing follows from it.
 */
export type SessionAnswer = 'same' | 'changed' | 'silent' | 'unusable' | 'unknown';

/** One way to ask about the provider's session. */
export interface SessionQuestion {
  ask(user: StoredUser): Promise<SessionAnswer>;
  close(): void;
}

/**
 * Asks every ten seconds whether the session is still the user's. A change is confirmed by a silent login before
 * anything happens: an answer alone also changes when the browser hides the provider's cookies. Where the answers
 * cannot be right (changed right after a login, or none at all) the monitor is switched off with one warning; it
 * never ends a login that way.
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
    /** The session was begun a moment ago: it cannot have changed already. */
    let fresh = false;
    let busy = false;

    const stop = (): void => {
      clearInterval(timer);
      question?.close();
      question = null;
    };
    const switchOff = (reason: string): void => {
      stop();
      console.warn(`The session monitor "${name}" is off: ${reason}. Try "sessionId" instead.`);
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

    const confirm = async (user: StoredUser): Promise<void> => {
      if (fresh) return switchOff('it saw a change right after the login');
      const next = await present(user);
      if (!next) {
        if (memory.get(key) !== name) return switchOff('it has never seen the session');
        await users.remove('session-ended');
        events.emit('session-change', { change: 'ended' });
        return;
      }
      const change = next.profile.sub === user.profile.sub ? 'renewed' : 'other-user';
      events.emit('session-change', { change });
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
          fresh = false;
          memory.set(key, name);
        } else if (answer === 'unusable')
          switchOff('the provider or the browser does not support it');
        else if (answer === 'silent' && !answered) switchOff('there was no answer');
        else if (answer === 'changed') await confirm(user);
      } catch {
        // The provider could not be asked who is there. The next look tries again.
      } finally {
        busy = false;
      }
    };

    events.on('user-loaded', ({ by }) => {
      if (by === 'login' || busy) fresh = true;
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
