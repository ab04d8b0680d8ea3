import { assertSecureEndpoints } from '../config.ts';
import type { LoginDependencies, Monitor } from '../dependencies.ts';
import { createSessionMonitor } from './sessionMonitor.ts';
import type { SessionCheckResult, SessionProbe } from './sessionMonitor.ts';

/** Timeout in milliseconds for loading the frame, and for each answer. */
const frameTimeoutMs = 5_000;

/**
 * Creates the monitor `iframe`: the provider's session frame compares the session state with its cookie
 * (OpenID Connect Session Management 1.0). The frame must have access to that cookie: same site, or
 * third-party cookies allowed.
 */
export function iframeMonitor(): Monitor {
  return createSessionMonitor('iframe', createFrameProbe);
}

function createFrameProbe({ settings, provider }: LoginDependencies): SessionProbe {
  const frame = document.createElement('iframe');
  let originPromise: Promise<string | null> | null = null;
  let isClosed = false;

  /** Loads the frame once. Returns its origin, or null if the provider has no session frame. */
  const load = async (): Promise<string | null> => {
    const address = (await provider.metadata())['check_session_iframe'];
    if (typeof address !== 'string' || isClosed) return null;
    assertSecureEndpoints({ check_session_iframe_endpoint: address }, settings.allowInsecure);
    frame.hidden = true;
    frame.src = address;
    await new Promise<void>((done) => {
      frame.addEventListener('load', () => done(), { once: true });
      setTimeout(done, frameTimeoutMs);
      document.body.append(frame);
    });
    return new URL(address).origin;
  };

  return {
    async ask({ sessionState }) {
      originPromise ??= load().catch((failure: unknown) => {
        originPromise = null;
        throw failure;
      });
      const origin = await originPromise;
      const target = frame.contentWindow;
      if (origin === null || !target || sessionState === null) return 'unusable';
      return postSessionCheck(target, origin, `${settings.clientId} ${sessionState}`);
    },
    close() {
      isClosed = true;
      frame.remove();
    },
  };
}

function postSessionCheck(
  target: Window,
  origin: string,
  message: string,
): Promise<SessionCheckResult> {
  return new Promise((resolve) => {
    const finish = (answer: SessionCheckResult): void => {
      clearTimeout(timer);
      removeEventListener('message', receive);
      resolve(answer);
    };
    const receive = (event: MessageEvent<unknown>): void => {
      if (event.origin !== origin || event.source !== target) return;
      if (event.data === 'unchanged') finish('same');
      else if (event.data === 'changed') finish('changed');
      else if (event.data === 'error') finish('unusable');
    };
    const timer = setTimeout(() => finish('silent'), frameTimeoutMs);
    addEventListener('message', receive);
    target.postMessage(message, origin);
  });
}
