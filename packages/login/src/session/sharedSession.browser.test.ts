import { beforeEach, expect, test, vi } from 'vitest';
import { clearBrowser } from '../../test/page.ts';
import { openSharedSession } from './sharedSession.ts';

beforeEach(clearBrowser);

test('opens a database again whose transaction failed when the browser closed it', async () => {
  const session = openSharedSession('client https://provider.test');
  const entry = { generation: 1, user: null, past: ['fingerprint'] };
  await session.replace(0, entry);
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('The connection is closing', 'InvalidStateError');
  });
  expect(await session.read()).toEqual(entry);
  expect(session.available()).toBe(true);
});

test('opens a database again that the browser has closed', async () => {
  const open = vi.spyOn(indexedDB, 'open');
  const session = openSharedSession('client https://provider.test');
  await session.read();
  // Browsers close databases when site data is cleared, and Safari when a page was suspended.
  const request: unknown = open.mock.results[0]?.value;
  if (!(request instanceof IDBOpenDBRequest)) throw new Error('The database was not opened');
  request.result.close();
  request.result.dispatchEvent(new Event('close'));
  const entry = { generation: 1, user: null, past: ['fingerprint'] };
  expect(await session.replace(0, entry)).toBe(true);
  expect(session.available()).toBe(true);
  expect(await session.read()).toEqual(entry);
});
