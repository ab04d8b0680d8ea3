import type { AuthorizationServer } from 'oauth4webapi';
import { authorizationUrl, createLoginState, validateResponse } from '../protocol/authorization.ts';
import type { Settings } from '../config.ts';
import { LoginError, networkError, providerError } from '../errors.ts';
import * as messages from '../messages.ts';
import { isObject } from '../guards.ts';
import { requireEndpoint } from '../protocol/provider.ts';
import type { Provider } from '../protocol/provider.ts';
import { idTokenError } from '../protocol/sameIdentity.ts';
import { exchangeCode } from '../protocol/tokens.ts';
import type { UserStore } from '../session/userStore.ts';

/** Timeout in milliseconds for the frame's message. */
const frameTimeoutMs = 45_000;

/** Response modes that answer a hidden frame by message, preferred first. */
const messageResponseModes = ['simple_web_message', 'web_message'];

/**
 * Returns the response mode for a hidden frame: by message if the provider supports it, otherwise by a
 * redirect to the relay page, or null if none is configured.
 */
export function silentResponseMode(
  settings: Settings,
  metadata: AuthorizationServer,
): string | null {
  const fallback = settings.silentRedirectUri ? 'query' : null;
  return (
    messageResponseModes.find((mode) => metadata.response_modes_supported?.includes(mode)) ??
    fallback
  );
}

/**
 * `renewal`: the same user. `scopes`: the same user with more scopes. `session`: the user who is signed in
 * at the provider now, hence without `id_token_hint`.
 */
export type SilentLoginPurpose = 'renewal' | 'scopes' | 'session';

/**
 * Logs in with a hidden frame and `prompt=none`. Only one tab at a time opens a frame. A tab that had to
 * wait uses the other tab's result, unless it needs new scopes.
 * @throws LoginError the provider's error such as `login_required`, `frame_timeout`, or 'Silent exchange
 * error' for failures after the code was received
 */
export function loginInFrame(
  settings: Settings,
  provider: Provider,
  users: UserStore,
  mode: string,
  purpose: SilentLoginPurpose,
): Promise<void> {
  const initialUser = users.current();
  return users.runExclusive('frame', async () => {
    const { entry, renewed: isRenewedElsewhere } = await users.newest(initialUser);
    if (isRenewedElsewhere && purpose !== 'scopes') return;
    const metadata = await provider.metadata();
    const loginState = createLoginState(settings, settings.silentRedirectUri);
    const idToken = purpose !== 'session' && initialUser?.idToken;
    const address = await authorizationUrl(
      settings,
      metadata,
      loginState,
      {},
      {
        prompt: 'none',
        response_mode: mode,
        ...(idToken && { id_token_hint: idToken }),
      },
    );
    // The message comes from the provider, or from our relay page after a redirect.
    const messageSource =
      mode === 'query'
        ? loginState.redirectUri
        : requireEndpoint(metadata, 'authorization_endpoint');
    const response = await requestInFrame(address, new URL(messageSource).origin, loginState.state);
    validateResponse(metadata, response, loginState);
    const exchange = async () => {
      const user = await exchangeCode(settings, provider, response, loginState);
      const isOther = initialUser && initialUser.profile.sub !== user.profile.sub;
      // Providers may ignore the hint.
      if (isOther && purpose !== 'session') throw idTokenError('id_token_changed');
      return user;
    };
    const next = await exchange().catch(throwSilentExchangeError);
    // A user who logged out while the frame was open stays logged out.
    const by = initialUser ? 'renewal' : 'login';
    const isStored = await users.runExclusive('tokens', () =>
      users.persist(next, by, entry.generation),
    );
    if (!isStored) throw providerError('login_required');
  });
}

/** Loads a URL in a hidden frame and resolves with the parameters of its message. */
function requestInFrame(address: string, origin: string, state: string): Promise<URLSearchParams> {
  return new Promise((resolve, reject) => {
    const frame = document.createElement('iframe');
    frame.hidden = true;
    frame.src = address;
    const cleanUp = (): void => {
      clearTimeout(timer);
      removeEventListener('message', receive);
      frame.remove();
    };
    const receive = (event: MessageEvent<unknown>): void => {
      if (event.origin !== origin || event.source !== frame.contentWindow) return;
      const response = parseFrameMessage(event.data);
      if (response?.get('state') !== state) return;
      cleanUp();
      resolve(response);
    };
    const timer = setTimeout(() => {
      cleanUp();
      reject(new LoginError('frame_timeout', messages.frameTimeout, undefined, true));
    }, frameTimeoutMs);
    addEventListener('message', receive);
    document.body.append(frame);
  });
}

/** Returns the response in a frame's message, or null for other messages. */
function parseFrameMessage(data: unknown): URLSearchParams | null {
  if (!isObject(data) || data['type'] !== 'authorization_response') return null;
  if (!isObject(data['response'])) return null;
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(data['response'])) {
    if (typeof value === 'string') params.set(name, value);
  }
  return params;
}

function throwSilentExchangeError(failure: unknown): never {
  const { code, retryable } = networkError(failure);
  throw new LoginError('silent_exchange', messages.silentExchange, { code }, retryable);
}
