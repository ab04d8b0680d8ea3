import { checkAddresses } from '../config.ts';
import type { Monitor } from '../config.ts';
import type { LoginParts } from '../startup.ts';
import { watchSession } from './sessionMonitor.ts';
import type { SessionAnswer, SessionQuestion } from './sessionMonitor.ts';

/** Milliseconds that the frame may take to load, and then to answer. */
const patience = 5_000;

/**
 * The monitor `iframe`: the provider's session frame compares the session state with its cookie (OpenID Connect
 * Session Management 1.0). It needs that cookie within reach: the same site, or third-party cookies.
 */
export function iframeMonitor(): Monitor {
  return watchSession('iframe', openFrame);
}

function openFrame({ settings, provider }: LoginParts): SessionQuestion {
  let frame: HTMLIFrameElement | null = null;
  let loaded: Promise<string | null> | null = null;

  /** Loads the frame once; its origin, or null where the provider has none. */
  const load = async (): Promise<string | null> => {
    const address = (await provider.metadata())['check_session_iframe'];
    if (typeof address !== 'string') return null;
    checkAddresses({ check_session_iframe_endpoint: address }, settings.allowInsecure);
    const element = document.createElement('iframe');
    frame = element;
    element.hidden = true;
    element.src = address;
    await new Promise<void>((done) => {
      element.addEventListener('load', () => done(), { once: true });
      setTimeout(done, patience);
      document.body.append(element);
    });
    return new URL(address).origin;
  };

  return {
    async ask({ sessionState }) {
      loaded ??= load().catch((failure: unknown) => {
        loaded = null;
        throw failure;
      });
      const origin = await loaded;
      const target = frame?.contentWindow;
      if (origin === null || !target || sessionState === null) return 'unusable';
      return compare(target, origin, `${settings.clientId} ${sessionState}`);
    },
    close() {
      frame?.remove();
      frame = loaded = null;
    },
  };
}

function compare(target: Window, origin: string, question: string): Promise<SessionAnswer> {
  return new Promise((resolve) => {
    const end = (answer: SessionAnswer): void => {
      clearTimeout(timer);
      removeEventListener('message', receive);
      resolve(answer);
    };
    const receive = (event: MessageEvent<unknown>): void => {
      if (event.origin !== origin || event.source !== target) return;
      if (event.data === 'unchanged') end('same');
      else if (event.data === 'changed') end('changed');
      else if (event.data === 'error') end('unusable');
    };
    const timer = setTimeout(() => end('silent'), patience);
    addEventListener('message', receive);
    target.postMessage(question, origin);
  });
}
