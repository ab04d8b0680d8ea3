import { createHmac } from 'node:crypto';
import { equalsInConstantTime } from '../../platform/secrets.ts';
import type { KeyProvider } from '../../platform/vault/vault.ts';

/**
 * Hosts that serve the pictures of the marketplaces, with their subdomains. Nothing else is fetched, whatever a
 * marketplace reports.
 */
const pictureHosts = [
  'susercontent.com',
  'cf.shopee.vn',
  'cf.shopee.sg',
  'cf.shopee.com.my',
  'cf.shopee.co.th',
  'cf.shopee.co.id',
  'cf.shopee.ph',
  'slatic.net',
  'tikicdn.com',
  'tiktokcdn.com',
  'ibyteimg.com',
];

export interface PictureLinks {
  /** Returns the path at which this server serves a picture; null if its host is not a marketplace's. */
  pathOf(url: string | null): string | null;
  /** Returns the address of the picture in a link of this server; null if the link was not made here. */
  open(link: { of: string; key: string }): string | null;
}

/**
 * Signs and opens the links of pictures. The signature keeps the server from fetching for others. A link grants access
 * to nothing that the marketplace does not publish.
 * @param sandboxOrigins further origins, of the sandbox in demo mode
 */
export async function createPictureLinks(
  keys: KeyProvider,
  sandboxOrigins: readonly string[],
): Promise<PictureLinks> {
  const ring = await Promise.all(
    keys.keyIds.map((keyId) => keys.deriveKey(keyId, 'product pictures')),
  );
  const [newest] = ring;
  if (newest === undefined) throw new Error('A keyring needs at least one key');
  const macOf = (key: Buffer, of: string) =>
    createHmac('sha256', key).update(of).digest('base64url').slice(0, 22);
  const isAllowed = (text: string) => isPictureUrl(text, sandboxOrigins);
  return {
    pathOf(url) {
      if (url === null || !isAllowed(url)) return null;
      const of = Buffer.from(url).toString('base64url');
      return `/reporting/pictures?${new URLSearchParams({ of, key: macOf(newest, of) }).toString()}`;
    },
    open({ of, key }) {
      if (!ring.some((each) => equalsInConstantTime(macOf(each, of), key))) return null;
      const url = Buffer.from(of, 'base64url').toString();
      return isAllowed(url) ? url : null;
    },
  };
}

/** Returns whether the address belongs to a marketplace, over HTTPS and on its usual port. */
function isPictureUrl(text: string, sandboxOrigins: readonly string[]): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.username !== '' || url.password !== '') return false;
  if (sandboxOrigins.includes(url.origin)) return true;
  const isMarketplace = pictureHosts.some(
    (host) => url.hostname === host || url.hostname.endsWith(`.${host}`),
  );
  return url.protocol === 'https:' && url.port === '' && isMarketplace;
}
