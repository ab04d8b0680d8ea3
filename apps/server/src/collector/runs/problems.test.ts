import { PartnerError, type PartnerErrorKind } from '@seller-connect/partners';
import { describe, expect, it } from 'vitest';
import { partnerCircuitOpen, ShopAccessError, shopCircuitOpen } from '../../partners/index.ts';
import { reactionTo, problemMessage } from './problems.ts';

function partnerError(kind: PartnerErrorKind, retryAfterMs: number | null = null): PartnerError {
  return new PartnerError({ kind, code: 'x', endpoint: '/orders/get', retryAfterMs });
}

/** The middle of the jitter range: delays have exactly their nominal length. */
const withoutJitter = () => 0.5;

describe('the reaction to a failure', () => {
  it('needs the seller when the consent is gone', () => {
    for (const error of [
      partnerError('needs_reauthorization'),
      partnerError('unauthorized'),
      new ShopAccessError('needs_reauthorization'),
    ]) {
      expect(reactionTo(error, 0, withoutJitter).kind).toBe('needs_you');
    }
  });

  it.each([
    ['throttled', 2000, 600_000],
    ['unavailable', 3000, 600_000],
    ['not_permitted', 300_000, 3_600_000],
    ['protocol', 30_000, 3_600_000],
    ['invalid_request', 30_000, 3_600_000],
  ] as const)('%s: doubles the backoff up to a maximum', (kind, firstMs, maxMs) => {
    const delaysMs = Array.from({ length: 40 }, (_, failures) => {
      const reaction = reactionTo(partnerError(kind), failures, withoutJitter);
      return reaction.kind === 'retry' ? reaction.afterMs : 0;
    });
    expect(delaysMs.slice(0, 3)).toEqual([firstMs, firstMs * 2, firstMs * 4]);
    expect(Math.max(...delaysMs)).toBe(maxMs);
    expect(delaysMs).toEqual(delaysMs.toSorted((a, b) => a - b));
  });

  it('never retries sooner than the partner allows', () => {
    const reaction = reactionTo(partnerError('throttled', 90_000), 0, () => 0);
    expect(reaction).toMatchObject({ kind: 'retry', afterMs: 90_000 });
  });

  it.each([shopCircuitOpen, partnerCircuitOpen])('%s: retries after the cooldown', (code) => {
    const error = new PartnerError({
      kind: 'unavailable',
      code,
      endpoint: 'LAZADA',
      retryAfterMs: 60_000,
    });
    expect(reactionTo(error, 9, () => 0)).toEqual({
      kind: 'retry',
      problem: code,
      afterMs: 60_000,
    });
    expect(problemMessage(code)).not.toEqual(problemMessage('internal'));
  });

  it('blames the operator for a missing permission of the application', () => {
    expect(reactionTo(partnerError('not_permitted'), 0, withoutJitter)).toMatchObject({
      problem: 'partner_not_permitted',
    });
    expect(problemMessage('partner_not_permitted').en).toContain('operator');
    expect(problemMessage('partner_not_permitted').vi).toContain('người vận hành');
  });

  it('names a response that is too large', () => {
    const error = new PartnerError({
      kind: 'protocol',
      code: 'answer_too_large',
      endpoint: '/orders/items/get',
    });
    expect(reactionTo(error, 0, withoutJitter)).toEqual({
      kind: 'retry',
      problem: 'answer_too_large',
      afterMs: 30_000,
    });
    expect(problemMessage('answer_too_large').en).toContain(
      'more data for part of this shop than we can read',
    );
  });

  it('retries an error of our own and names it as ours', () => {
    const reaction = reactionTo(new Error('boom'), 3, withoutJitter);
    expect(reaction).toEqual({ kind: 'retry', problem: 'internal', afterMs: 40_000 });
    expect(problemMessage('internal').vi).toContain('phía chúng tôi');
    expect(problemMessage('a code of an older version')).toEqual(problemMessage('internal'));
  });
});
