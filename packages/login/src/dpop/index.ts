import { hash, toBase64Url, randomString } from '../crypto/base64url.ts';
import type { Environment } from '../config.ts';
import type { LoginConfig } from '../login.ts';
import { createKeyStore } from './keyStore.ts';

/** Clock difference in milliseconds beyond which proofs use the provider's time. */
const clockToleranceMs = 30_000;

/**
 * Returns a configuration that binds tokens to a key of this browser (DPoP, RFC 9449), so that copied
 * tokens are useless. The private key is not extractable and stays in IndexedDB until logout.
 *
 * `environment.fetch` of the result also signs the application's own calls if their `authorization` header
 * is `DPoP <access token>`.
 */
export function withDpop(config: LoginConfig): LoginConfig {
  const innerFetch: Environment['fetch'] =
    config.environment?.fetch ?? ((url, init) => fetch(url, init));
  const now = config.environment?.now ?? Date.now;
  const keys = createKeyStore(
    `${config.storage?.userPrefix ?? 'login.user.'}${config.clientId} dpop`,
  );
  /** Newest nonce by origin of the server that requires it in proofs (RFC 9449, section 8). */
  const nonces = new Map<string, string>();
  let clockOffset = 0;

  const createProof = async (method: string, url: URL, token: string | null): Promise<string> => {
    const { privateKey, jwk } = await keys.key();
    const nonce = nonces.get(url.origin);
    const claims = {
      htm: method,
      htu: url.origin + url.pathname,
      iat: Math.floor((now() + clockOffset) / 1000),
      jti: randomString(24),
      ...(token !== null && { ath: toBase64Url(await hash(token)) }),
      ...(nonce !== undefined && { nonce }),
    };
    const input = `${encodeJsonSegment({ typ: 'dpop+jwt', alg: 'ES256', jwk })}.${encodeJsonSegment(claims)}`;
    const signature = await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      privateKey,
      new TextEncoder().encode(input),
    );
    return `${input}.${toBase64Url(new Uint8Array(signature))}`;
  };

  /** Records the nonce and clock of a response. Returns whether a new proof would differ. */
  const updateFromResponse = (url: URL, response: Response): boolean => {
    const previousNonce = nonces.get(url.origin);
    const nonce = response.headers.get('dpop-nonce') ?? previousNonce;
    if (nonce !== undefined) nonces.set(url.origin, nonce);
    const serverTime = Date.parse(response.headers.get('date') ?? '');
    const offset = Number.isNaN(serverTime) ? clockOffset : serverTime - now();
    const hasDrifted = Math.abs(offset - clockOffset) > clockToleranceMs;
    if (hasDrifted) clockOffset = offset;
    return nonce !== previousNonce || hasDrifted;
  };

  const fetchWithProof: Environment['fetch'] = async (address, init = {}) => {
    const url = new URL(address);
    const [scheme, token = ''] = new Headers(init.headers).get('authorization')?.split(' ') ?? [];
    const accessToken = scheme === 'DPoP' ? token : null;
    const isTokenRequest = init.body instanceof URLSearchParams && init.body.has('grant_type');
    const send = async (): Promise<Response> => {
      if (!isTokenRequest && accessToken === null) return innerFetch(address, init);
      const headers = new Headers(init.headers);
      headers.set('dpop', await createProof(init.method ?? 'GET', url, accessToken));
      return innerFetch(address, { ...init, headers });
    };
    const response = await send();
    const shouldRetry =
      updateFromResponse(url, response) && (isTokenRequest || accessToken !== null);
    // The server rejected the proof before it processed the request: the nonce was missing or the time was
    // wrong. Repeating the request is safe.
    const isRefused = response.status === 400 || response.status === 401;
    if (!shouldRetry || !isRefused || !(await isProofError(response))) return response;
    const second = await send();
    updateFromResponse(url, second);
    return second;
  };

  return {
    ...config,
    environment: { ...config.environment, fetch: fetchWithProof },
    monitor: (parts) => {
      parts.events.on('user-removed', ({ by }) => {
        // The tab that logged out deletes the key. A key stored later belongs to a new login.
        if (by === 'other-tab') keys.invalidate();
        else void keys.remove();
      });
      return config.monitor?.(parts) ?? { start: () => undefined, stop: () => undefined };
    },
  };
}

function encodeJsonSegment(value: object): string {
  return toBase64Url(new TextEncoder().encode(JSON.stringify(value)));
}

async function isProofError(answer: Response): Promise<boolean> {
  const challenge = answer.headers.get('www-authenticate') ?? '';
  const text = await answer.clone().text();
  return /use_dpop_nonce|invalid_dpop_proof/.test(challenge + text);
}
