import { lookup as resolveHost, type LookupAddress, type LookupOptions } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks that are not on the public internet. @see https://www.iana.org/assignments/iana-ipv4-special-registry */
const reservedNetworks = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
/** Of IPv6, only global unicast is public, without the networks for documentation and for tunnels to IPv4. */
const globalUnicast = '2000::/3';
const reservedGlobal = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const toBlockList = (networks: readonly string[], family: 'ipv4' | 'ipv6') => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
};
const reserved4 = toBlockList(reservedNetworks, 'ipv4');
const global6 = toBlockList([globalUnicast], 'ipv6');
const reserved6 = toBlockList(reservedGlobal, 'ipv6');

/** Returns whether an address is on the public internet, and not in a network of this installation. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !reserved4.check(address, 'ipv4');
  if (isIP(address) !== 6) return false;
  return global6.check(address, 'ipv6') && !reserved6.check(address, 'ipv6');
}

/** Returns whether users may have messages sent to this URL: https, the usual port, a name instead of an address. */
export function isPublicHttpsUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.protocol !== 'https:' || url.port !== '') return false;
  if (url.username !== '' || url.password !== '' || url.hash !== '') return false;
  return isIP(url.hostname) === 0 && !url.hostname.startsWith('[') && url.hostname.includes('.');
}

/** Returns the IP address that a URL names literally, or null for a host name. */
export function literalAddress({ hostname }: URL): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? null : bare;
}

/** Replaces the network in tests. */
export interface HostCheck {
  resolve?: (
    hostname: string,
    options: LookupOptions & { all: true },
    callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
  ) => void;
  isAllowed?: (address: string) => boolean;
}

/** Looks a name up, and fails if one of its addresses is not allowed. */
export const lookupPublicHost =
  ({ resolve = resolveHost, isAllowed = isPublicAddress }: HostCheck = {}): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isAllowed(address))) {
        return callback(new PrivateHostError(hostname), []);
      }
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };

/** A host whose address is not public. Nothing was sent. */
export class PrivateHostError extends Error {
  override readonly name = 'PrivateHostError';
  constructor(hostname: string) {
    super(`${hostname} is not a host of the public internet`);
  }
}

export interface PostRequest {
  /** `https:`, or `http:` where the caller allows it. */
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array;
  /** From the DNS query to the response. */
  timeoutMs: number;
}
export interface PostResponse {
  status: number;
  retryAfter: string | null;
}

/**
 * Posts to a URL that a user supplied. Connects to none but the address that was checked, so that a name that resolves
 * differently the next time gains nothing (DNS rebinding). Redirects are not followed, and the response's body is not
 * read.
 * @throws PrivateHostError, or the error of the connection
 */
export async function postToPublicHost(
  { url, headers, body, timeoutMs }: PostRequest,
  check: HostCheck = {},
): Promise<PostResponse> {
  const { isAllowed = isPublicAddress } = check;
  const literal = literalAddress(url);
  if (literal !== null && !isAllowed(literal)) throw new PrivateHostError(literal);
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const call = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      lookup: lookupPublicHost(check),
      signal: AbortSignal.timeout(timeoutMs),
      agent: false,
    });
    call.on('response', (response) => {
      resolve({
        status: response.statusCode ?? 0,
        retryAfter: response.headers['retry-after'] ?? null,
      });
      response.destroy();
    });
    call.on('error', reject);
    call.end(body);
  });
}
