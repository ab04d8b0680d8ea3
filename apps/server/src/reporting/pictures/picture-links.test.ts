import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createKeyring } from '../../platform/vault/keyring.ts';
import { createPictureLinks } from './picture-links.ts';

const key = (id: string) => ({ id, bytes: randomBytes(32) });
const [old, fresh] = [key('old'), key('new')];
const sandbox = 'http://127.0.0.1:3102';
const partsOf = (path: string | null) => {
  const search = new URLSearchParams(path?.split('?')[1]);
  return { of: search.get('of') ?? '', key: search.get('key') ?? '' };
};

it('links to the picture of a marketplace, also after a key rotation', async () => {
  const url = 'https://down-vn.img.susercontent.com/file/vn-1134207?x=1';
  const path = (await createPictureLinks(createKeyring([old]), [])).pathOf(url);
  expect(path).toMatch(/^\/reporting\/pictures\?of=/);
  const links = await createPictureLinks(createKeyring([fresh, old]), []);
  expect(links.open(partsOf(path))).toBe(url);
});

it.each([
  'http://cf.shopee.vn/file/a',
  'https://cf.shopee.vn:8443/file/a',
  'https://user@cf.shopee.vn/file/a',
  'https://evil-slatic.net/a.jpg',
  'https://slatic.net.evil.example/a.jpg',
  'http://169.254.169.254/latest/meta-data',
  'https://localhost/a.jpg',
  'file:///etc/passwd',
  'nothing',
])('creates no link for %s', async (url) => {
  const links = await createPictureLinks(createKeyring([fresh]), [sandbox]);
  expect(links.pathOf(url)).toBeNull();
});

it('opens no forged or modified link', async () => {
  const links = await createPictureLinks(createKeyring([fresh]), [sandbox]);
  const made = partsOf(links.pathOf(`${sandbox}/pictures/7.png`));
  expect(links.open(made)).toBe(`${sandbox}/pictures/7.png`);
  const other = Buffer.from(`${sandbox}/pictures/8.png`).toString('base64url');
  expect(links.open({ ...made, of: other })).toBeNull();
  expect(links.open({ ...made, key: '' })).toBeNull();
  // The sandbox is allowed in demo mode only.
  const strict = await createPictureLinks(createKeyring([fresh]), []);
  expect(strict.open(made)).toBeNull();
});
