import { describe, expect, it } from 'vitest';
import { pageFingerprint, PagingGuard } from './paging-guard.ts';

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

describe('the pages of a list', () => {
  it('are read on while each names another one', () => {
    expect(taken(new PagingGuard('/list'), (index) => page(`page ${index}`))).toBe(20_000);
  });

  it('are refused when a cursor comes again, at once or later', () => {
    expect(taken(new PagingGuard('/list'), () => page('same'))).toBe(1);
    expect(taken(new PagingGuard('/list'), (index) => page(String(index % 3)))).toBe(3);
    expect(taken(new PagingGuard('/list', { mark: 'same' }), () => page('same'))).toBe(0);
  });

  it('are refused when they bring nothing again and again, and not when rows come in between', () => {
    expect(taken(new PagingGuard('/list'), () => page(null, 0))).toBe(10);
    const sometimes = (index: number) => page(String(index), index % 10 === 9 ? 1 : 0);
    expect(taken(new PagingGuard('/list'), sometimes)).toBe(20_000);
  });

  it('are refused beyond a bound, those of earlier readings included', () => {
    const paging = new PagingGuard('/list', { pages: 19_990 });
    expect(taken(paging, (index) => page(String(index)))).toBe(10);
  });

  it('are told by their rows where they have numbers', () => {
    const rows = (...texts: string[]) => texts.map((text) => ({ bytes: Buffer.from(text) }));
    expect(pageFingerprint([])).toBeNull();
    expect(pageFingerprint(rows('1', '2'))).toBe(pageFingerprint(rows('1', '2')));
    expect(pageFingerprint(rows('1', '2'))).not.toBe(pageFingerprint(rows('12')));
  });
});
