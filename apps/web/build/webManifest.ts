import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { Language } from '../src/storage.ts';

/** @see https://www.w3.org/TR/appmanifest/ */
export interface WebManifest {
  readonly id: string;
  readonly name: string;
  readonly short_name: string;
  readonly description: string;
  readonly lang: Language;
  readonly start_url: string;
  readonly scope: string;
  readonly display: 'standalone';
  readonly background_color: string;
  readonly theme_color: string;
  readonly categories: readonly string[];
  readonly icons: readonly ManifestIcon[];
  readonly shortcuts: readonly { readonly name: string; readonly url: string }[];
}

export interface ManifestIcon {
  readonly src: string;
  readonly sizes: string;
  readonly type: 'image/png';
  readonly purpose: 'any' | 'maskable';
}

/** Drawn from `mark.svg`; the maskable one fills its square, with the mark inside the safe zone. */
export const iconFiles = [
  { file: 'icon-192.png', sizes: '192x192', purpose: 'any' },
  { file: 'icon-512.png', sizes: '512x512', purpose: 'any' },
  { file: 'icon-maskable-512.png', sizes: '512x512', purpose: 'maskable' },
] as const;

const productName = 'Seller Connect';

const texts = {
  vi: {
    description: 'Doanh số, đơn hàng và tiền về của mọi gian hàng ở một nơi',
    orders: 'Đơn hàng',
    payouts: 'Tiền về',
  },
  en: {
    description: 'Sales, orders and payouts of all your shops in one place',
    orders: 'Orders',
    payouts: 'Payouts',
  },
} as const;

/** Returns the manifest of a language. The colors are those of the light theme: pages of the dark one set their own. */
export function toManifest(language: Language, icons: readonly ManifestIcon[]): WebManifest {
  const { description, orders, payouts } = texts[language];
  return {
    // The language is no part of the identity: one installation remains one.
    id: '/',
    name: productName,
    short_name: productName,
    description,
    lang: language,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f4f6fa',
    theme_color: '#ffffff',
    categories: ['business', 'finance'],
    icons,
    shortcuts: [
      { name: orders, url: '/orders' },
      { name: payouts, url: '/reports/money' },
    ],
  };
}

/**
 * Writes the icons and a manifest per language into the folder of the hashed files. Returns the names of the manifests,
 * and the address of the icon that notifications have.
 */
export function writeManifests(
  assets: string,
  iconFolder: string,
): Record<Language | 'icon', string> {
  mkdirSync(assets, { recursive: true });
  const write = (name: string, content: string | Buffer) => {
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
    const file = `${basename(name, extname(name))}-${hash}${extname(name)}`;
    writeFileSync(join(assets, file), content);
    return file;
  };
  const icons = iconFiles.map(({ file, sizes, purpose }) => ({
    src: `/assets/${write(file, readFileSync(join(iconFolder, file)))}`,
    sizes,
    type: 'image/png' as const,
    purpose,
  }));
  const writeFor = (language: Language) =>
    write('manifest.webmanifest', JSON.stringify(toManifest(language, icons)));
  return { vi: writeFor('vi'), en: writeFor('en'), icon: icons[0]?.src ?? '' };
}
