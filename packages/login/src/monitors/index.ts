import type { LoginDependencies, Monitor } from '../dependencies.ts';
import { isObject, nonEmptyString } from '../guards.ts';
import { requestJson } from '../protocol/http.ts';
import {
  createSessionMonitor,
  type SessionCheckResult,
  type SessionProbe,
} from './sessionMonitor.ts';
import { decodeJwtPart } from '../protocol/sameIdentity.ts';
import type { StoredUser } from '../session/storedUser.ts';
import { assertSecureEndpoints } from '../config.ts';

/** Options of the monitors that poll a session-info endpoint. */
export interface SessionInfoOptions {
  /** URL of the endpoint. Defaults to the specified path on the issuer's origin. */
  readonly address?: string;
}

/** Creates the monitor `bff`: asks whether the backend session of this browser's cookie is alive. */
export function bffMonitor(options: SessionInfoOptions = {}): Monitor {
  return createSessionMonitor('bff', (dependencies) => ({
    ask: () => fetchSessionInfo(dependencies, '/session/info', options, { credentials: 'include' }),
  }));
}

/**
 * Creates the monitor `sessionId`: asks the provider by session id. It needs no cookie, so it works in
 * every browser.
 */
export function sessionIdMonitor(options: SessionInfoOptions = {}): Monitor {
  return createSessionMonitor('sessionId', (dependencies) => ({
    async ask(user) {
      const id = sessionIdOf(user);
      if (id === null) return 'unusable';
      const headers = { 'x-session-id': id };
      return fetchSessionInfo(dependencies, '/oauth/sessions/info', options, { headers });
    },
  }));
}

/**
 * Creates the monitor `iframe`: the provider's session frame compares the session state with its cookie
 * (OpenID Connect Session Management 1.0). The frame must have access to that cookie: same site, or
 * third-party cookies allowed.
 */
export function iframeMonitor(): Monitor {
  return createSessionMonitor('iframe', createFrameProbe);
}

/**
 * Reads `is_authenticated` from a session-info endpoint. A 404 is `unusable`; any other response without that
 * boolean is `unknown`.
 * @throws LoginError `network` or `timeout`
 */
async function fetchSessionInfo(
  { settings }: LoginDependencies,
  path: string,
  { address }: SessionInfoOptions,
  init: Parameters<typeof requestJson>[2],
): Promise<SessionCheckResult> {
  const url = address ?? new URL(path, settings.issuer).href;
  const { status, body } = await requestJson(settings, url, { ...init, cache: 'no-store' });
  if (status === 404) return 'unusable';
  const isAuthenticated = status === 200 && isObject(body) ? body['is_authenticated'] : undefined;
  if (typeof isAuthenticated !== 'boolean') return 'unknown';
  return isAuthenticated ? 'same' : 'ended';
}

/** Returns the `sid` claim of the ID token, or the session state, which a record may lack. */
function sessionIdOf({ idToken, sessionState }: StoredUser): string | null {
  const sid = idToken === null ? null : decodeJwtPart(idToken, 1)?.['sid'];
  return nonEmptyString(sid) ?? nonEmptyString(sessionState);
}

/**
 * Timeout in milliseconds for loading the frame, and for each answer. Without a first answer the monitor is off until the
 * page is reloaded, so a slow network gets its time.
 */
const frameTimeoutMs = 30_000;

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
      if (origin === null || !target || !sessionState) return 'unusable';
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
