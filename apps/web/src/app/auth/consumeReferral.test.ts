import type { Referral } from '@seller-connect/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/index.ts';
import { storage } from '../../storage.ts';
import { storageArea } from '../../testing/storageArea.ts';
import { consumeReferral } from './consumeReferral.ts';

const referral: Referral = {
  tool: { id: 'abc', name: 'Báo cáo ABC' },
  returnAddress: 'https://abc.example/back',
  expiresAt: '2026-11-22T03:00:00.000Z',
};

const checkReferral = vi.fn<(reference: string) => Promise<Referral>>();
const waitBeforeRetry = vi.fn(() => Promise.resolve());
const receive = (path: string) => consumeReferral(path, { checkReferral, waitBeforeRetry });

beforeEach(() => {
  vi.stubGlobal('window', { sessionStorage: storageArea() });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

describe('a refer link', () => {
  it('that is valid is stored as the server verified it, and removed from the address', async () => {
    checkReferral.mockResolvedValue(referral);
    expect(await receive('/?refer=r1.a.b.c&period=7d')).toBe('/?period=7d&setup=continue');
    expect(checkReferral).toHaveBeenCalledWith('r1.a.b.c');
    const { tool, returnAddress } = referral;
    expect(storage.referredFrom.read()).toEqual({ tool, returnAddress });
    expect(storage.resumeAt.read()).toBe('/?period=7d&setup=continue');
  });

  it('keeps the fragment of the address', async () => {
    checkReferral.mockResolvedValue(referral);
    expect(await receive('/?refer=r1.a.b.c#products')).toBe('/?setup=continue#products');
    expect(storage.resumeAt.read()).toBe('/?setup=continue#products');
  });

  it.each([404, 400, 401, 414])(
    'spec 8: that is refused (%i) leads to the Invalid refer screen',
    async (status) => {
      checkReferral.mockRejectedValue(new ApiError(status, null));
      expect(await receive('/?refer=x')).toBe('/refer/invalid');
      expect(checkReferral).toHaveBeenCalledOnce();
      expect(storage.referredFrom.read()).toBeNull();
    },
  );

  it.each(['', 'x'.repeat(1025)])(
    'spec 8: that cannot be valid is not sent to the server',
    async (text) => {
      expect(await receive(`/?refer=${text}`)).toBe('/refer/invalid');
      expect(checkReferral).not.toHaveBeenCalled();
    },
  );

  it.each([0, 429, 500, 503])(
    'that could not be verified (%i) stays in the address after a retry',
    async (status) => {
      checkReferral.mockRejectedValue(new ApiError(status, null));
      expect(await receive('/?refer=x')).toBe('/?refer=x');
      expect(checkReferral).toHaveBeenCalledTimes(2);
      expect(waitBeforeRetry).toHaveBeenCalledOnce();
    },
  );

  it('that is verified by the retry is accepted', async () => {
    checkReferral.mockRejectedValueOnce(new ApiError(0, null)).mockResolvedValue(referral);
    expect(await receive('/?refer=x')).toBe('/?setup=continue');
    expect(checkReferral).toHaveBeenCalledTimes(2);
    const [, retriedAt = 0] = checkReferral.mock.invocationCallOrder;
    expect(waitBeforeRetry.mock.invocationCallOrder[0]).toBeLessThan(retriedAt);
  });

  it.each(['/', '/?code=1&state=2', '/connect?refer=x', '//', '//host/?refer=x'])(
    'is ignored in %s',
    async (path) => {
      expect(await receive(path)).toBe(path);
      expect(checkReferral).not.toHaveBeenCalled();
    },
  );

  it('with an unsafe return address is not stored', async () => {
    checkReferral.mockResolvedValue({ ...referral, returnAddress: 'javascript:alert(1)' });
    await receive('/?refer=x');
    expect(storage.referredFrom.read()).toBeNull();
  });
});
