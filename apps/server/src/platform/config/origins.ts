import { ConfigurationError } from './environment.ts';

/** Returns whether a host or listening address is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  return /^((.*\.)?localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);
}

/** Returns whether nobody on the network reads what is sent to a URL: https, or http on this machine. */
export function isEncryptedOrLocal({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** Parses an origin from the environment. Defaults to `http://localhost` at `fallbackPort`. */
export function parseOrigin(name: string, value: string | undefined, fallbackPort: number): string {
  if (value === undefined) return `http://localhost:${fallbackPort}`;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.pathname !== '/') {
    throw new ConfigurationError(`${name} must be an origin such as https://app.example.com.`);
  }
  return url.origin;
}

/**
 * Rejects combinations of origins that cannot work together in a browser.
 * @param identity null if an external identity provider is used
 * @throws ConfigurationError with one sentence that says what to do
 */
export function checkOrigins(given: {
  app: string;
  identity: string | null;
  sessionMode: 'bff' | 'browser';
}): void {
  const named = { APP_ORIGIN: given.app, IDENTITY_ORIGIN: given.identity };
  for (const [name, origin] of Object.entries(named)) {
    if (origin === null) continue;
    const { protocol, hostname } = new URL(origin);
    // Without a secure context, crypto.subtle and the cookies of the sign-in are unavailable.
    if (protocol === 'http:' && !isLoopback(hostname)) {
      throw new ConfigurationError(
        `${name} is ${origin}, but browsers sign nobody in over plain http; put https before it, or use http://localhost.`,
      );
    }
  }
  if (given.identity === null) return;
  const [app, identity] = [new URL(given.app), new URL(given.identity)];
  if (app.protocol !== identity.protocol) {
    throw new ConfigurationError(
      `APP_ORIGIN is ${app.origin} and IDENTITY_ORIGIN ${identity.origin}; browsers keep their cookies apart, so use https for both.`,
    );
  }
  if (given.sessionMode === 'bff' && !canShareSite(app.hostname, identity.hostname)) {
    throw new ConfigurationError(
      `APP_ORIGIN (${app.origin}) and IDENTITY_ORIGIN (${identity.origin}) are different sites, whose cookies browsers keep apart; give them hosts of one domain, such as app.example.com and id.example.com, or set SESSION_MODE=browser.`,
    );
  }
}

/** Second-level labels below which registries sell names, as in com.vn and co.th. */
const registrySuffixLabels = /^(ac|biz|co|com|edu|gov|info|name|net|or|org)$/;

/**
 * Returns false only if browsers certainly treat two hosts as different sites. Browsers use the Public Suffix List;
 * hosts that only this list separates, such as two names below github.io, are accepted here.
 */
function canShareSite(hostA: string, hostB: string): boolean {
  if (hostA === hostB) return true;
  if (isIpAddress(hostA) || isIpAddress(hostB)) return false;
  const [left, right] = [hostA, hostB].map((host) => host.split('.').toReversed());
  let shared = 0;
  while (left?.[shared] !== undefined && left[shared] === right?.[shared]) shared += 1;
  const [top = '', second = ''] = left ?? [];
  const isUnderRegistrySuffix = top.length === 2 && registrySuffixLabels.test(second);
  return shared > (isUnderRegistrySuffix ? 2 : 1);
}

const isIpAddress = (host: string) => /^\[|^\d+(\.\d+){3}$/.test(host);
