import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { browserLaunchOptions, testBrowserFlags } from '../../scripts/setup/browser.mjs';
import { memoryFolder } from '../../scripts/testing/memory-folder.ts';
import { noDemoShopsEnv, startProduct, tinyWorldEnv, type Product } from './product.ts';
import { linkRecentShop, recentShopEnv, writeRecentOrders } from './recent-shop.ts';
import { signIn, waitForDemoSync } from './seller.ts';

const folderVariable = 'JOURNEYS_DATA_FOLDER';

/** Creates the folder for the data of all products of one run. Returns a function that removes it. */
export async function createFolderOfRun(): Promise<() => Promise<void>> {
  const inMemory = memoryFolder();
  if (inMemory !== undefined) await mkdir(inMemory, { recursive: true });
  const folder = inMemory ?? (await mkdtemp(join(tmpdir(), 'sc-journeys-')));
  process.env[folderVariable] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/**
 * Starts the product with a copy of a data folder in which the database, the demo accounts and, unless the demo has no
 * shops, its synced shops and the shop of recent orders exist. A product that starts with a new folder takes twice the
 * CPU time, and the first sync of the demo's shops three times that.
 */
export async function startPreparedProduct(
  options: { oneOrigin?: boolean; env?: Record<string, string> } = {},
): Promise<Product> {
  const dataDir = await mkdtemp(join(folderOfRun(), 'product-'));
  await copyPreparedData(dataDir, options.env ?? {});
  const env = { ...options.env, ...(hasShops(options.env) && recentShopEnv(folderOfRun())) };
  const product = await startProduct({ ...options, env, dataDir });
  return {
    ...product,
    async stop(signal) {
      const code = await product.stop(signal);
      await rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

/** Copies a prepared data folder into an empty folder, for journeys that start their products themselves. */
export async function copyPreparedData(
  dataDir: string,
  env: Record<string, string>,
): Promise<void> {
  copyFolder(await prepareDataDir(folderOfRun(), env), dataDir);
}

/** Copies files with their owner, which for those of the database is another account if root runs the journeys. */
function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-a', `${from}/.`, to]);
}

function hasShops(env: Record<string, string> = {}): boolean {
  return env['DEMO_SHOPS'] !== '0';
}

function folderOfRun(): string {
  const folder = process.env[folderVariable];
  if (folder === undefined) throw new Error('The setup of the journeys has not run');
  return folder;
}

/** Returns a prepared data folder. The first worker of a run that needs it creates it, and the others wait for it. */
async function prepareDataDir(parent: string, env: Record<string, string>): Promise<string> {
  const withShops = hasShops(env);
  const folder = join(parent, withShops ? 'with-shops' : 'without-shops');
  while (!existsSync(folder)) {
    try {
      await mkdir(`${folder}.lock`);
    } catch (error) {
      const isLocked = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!isLocked) throw error;
      await delay(100);
      continue;
    }
    try {
      if (!existsSync(folder)) await createDataDir(parent, folder, withShops);
    } finally {
      await rmdir(`${folder}.lock`);
    }
  }
  return folder;
}

async function createDataDir(parent: string, folder: string, withShops: boolean): Promise<void> {
  const dataDir = `${folder}.new`;
  // What an attempt of another worker has left that failed.
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir);
  // Copying the database of a demo without shops is faster than creating one.
  if (withShops) copyFolder(await prepareDataDir(parent, noDemoShopsEnv), dataDir);
  if (withShops) await writeRecentOrders(parent);
  const env = { ...tinyWorldEnv, ...(withShops ? recentShopEnv(parent) : noDemoShopsEnv) };
  const product = await startProduct({ dataDir, env });
  try {
    if (withShops) await waitUntilShopsAreSynced(product);
  } finally {
    await product.stop();
  }
  await rename(dataDir, folder);
}

async function waitUntilShopsAreSynced(product: Product): Promise<void> {
  const browser = await chromium.launch(browserLaunchOptions(testBrowserFlags));
  try {
    const page = await browser.newPage({ locale: 'vi-VN' });
    await signIn(page, product, 'shop@demo.test');
    await waitForDemoSync(page, product);
    await linkRecentShop(browser, product);
  } finally {
    await browser.close();
  }
}
