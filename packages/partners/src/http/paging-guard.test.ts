import { describe, expect, it } from 'vitest';
import { pageFingerprint, PagingGuard } from './paging.ts';

const standsStill = { kind: 'protocol', code: 'paging_stands_still', endpoint: '/list' };
const page = (mark: string | null, rows = 1) => ({ mark, rows });

/** Returns the number of pages accepted before the guard throws. */
function taken(
  paging: PagingGuard,
  next: (index: number) => { mark: string | null; rows: number },
) {
  for (let index = 0; index < 100_000; index += 1) {
    try {
      paging.assertProgress(next(index));
    } catch (error) {
      expect(error).toMatchObject(standsStill);
      return index;
    }
  }
  return Infinity;
}

describe('PagingGuard', () => {
  it('accepts pages while each names a new cursor', () => {
    expect(taken(new PagingGuard('/list'), (index) => page(`page ${index}`))).toBe(20_000);
  });

  it('refuses a repeated cursor, at once or later', () => {
    expect(taken(new PagingGuard('/list'), () => page('same'))).toBe(1);
    expect(taken(new PagingGuard('/list'), (index) => page(String(index % 3)))).toBe(3);
    expect(taken(new PagingGuard('/list', { mark: 'same' }), () => page('same'))).toBe(0);
  });

  it('refuses many empty pages in a row, but not with rows in between', () => {
    expect(taken(new PagingGuard('/list'), () => page(null, 0))).toBe(10);
    const sometimes = (index: number) => page(String(index), index % 10 === 9 ? 1 : 0);
    expect(taken(new PagingGuard('/list'), sometimes)).toBe(20_000);
  });

  it('refuses pages beyond a limit, including those before the checkpoint', () => {
    const paging = new PagingGuard('/list', { pages: 19_990 });
    expect(taken(paging, (index) => page(String(index)))).toBe(10);
  });

  it('pageFingerprint distinguishes pages by their rows', () => {
    const rows = (...texts: string[]) => texts.map((text) => ({ bytes: Buffer.from(text) }));
    expect(pageFingerprint([])).toBeNull();
    expect(pageFingerprint(rows('1', '2'))).toBe(pageFingerprint(rows('1', '2')));
    expect(pageFingerprint(rows('1', '2'))).not.toBe(pageFingerprint(rows('12')));
  });
});
