import { describe, expect, it } from 'vitest';
import { parseError, graphError, tokenError } from './errors.ts';
import { parseUsage, cooldownAfter } from './usage.ts';

const fault = (code: number, subcode?: number, message = 'text') => ({
  code: String(code),
  message,
  ...(subcode !== undefined && { error_subcode: String(subcode) }),
});
const read = (code: number, subcode?: number, message?: string) =>
  graphError('/x', fault(code, subcode, message), null);

describe('errors of the Graph API', () => {
  it.each([
    [1, undefined, 'unavailable', '1'],
    [2, undefined, 'unavailable', '2'],
    [4, 1504022, 'throttled', '4/1504022'],
    [17, 2446079, 'throttled', '17/2446079'],
    [613, 1487742, 'throttled', '613/1487742'],
    [80000, undefined, 'throttled', '80000'],
    [80014, undefined, 'throttled', '80014'],
    [190, 463, 'unauthorized', '190/463'],
    [190, 458, 'unauthorized', '190/458'],
    [102, undefined, 'unauthorized', '102'],
    [3, undefined, 'not_permitted', '3'],
    [10, undefined, 'not_permitted', '10'],
    [199, undefined, 'invalid_request', '199'],
    [200, undefined, 'needs_reauthorization', '200'],
    [299, undefined, 'needs_reauthorization', '299'],
    [300, undefined, 'invalid_request', '300'],
    [100, 33, 'invalid_request', '100/33'],
    [100, 1487534, 'invalid_request', 'too_much_data'],
    [100, 1504018, 'invalid_request', 'too_much_data'],
    [368, undefined, 'invalid_request', '368'],
    [2635, undefined, 'invalid_request', '2635'],
    [81000, undefined, 'invalid_request', '81000'],
  ])('%s/%s is %s', (code, subcode, kind, name) => {
    expect(read(code, subcode)).toMatchObject({ kind, code: name });
  });

  it('about a missing permission concern one ad account, those about tokens all', () => {
    expect(read(200).isOfOneShop).toBe(true);
    expect(read(190, 458).isOfOneShop).toBe(false);
  });

  it.each([
    [368, 'unavailable'],
    [190, 'unauthorized'],
    [80004, 'throttled'],
  ])('%i that is called transient is %s', (code, kind) => {
    const body = { error: { ...fault(code), is_transient: true } };
    const parsed = parseError(body);
    expect(parsed && graphError('/x', parsed, null).kind).toBe(kind);
  });

  it('have the id by which Facebook finds the request', () => {
    const { requestId } = graphError('/x', { ...fault(1), fbtrace_id: 'A1b2' }, null);
    expect(requestId).toBe('A1b2');
    expect(read(1).requestId).toBeNull();
  });

  it('include the request for less data, whatever its code', () => {
    const wish = "Please reduce the amount of data you're asking for, then retry your request";
    expect(read(1, undefined, wish)).toMatchObject({
      kind: 'invalid_request',
      code: 'too_much_data',
    });
  });

  it('have a retry delay of at least a minute, or as long as the headers say', () => {
    expect(read(80000).retryAfterMs).toBe(60_000);
    expect(graphError('/x', fault(80004), 300_000)).toMatchObject({
      retryAfterMs: 300_000,
      scope: 'shop',
    });
    // The wait that the partner requests is the account's.
    const ofApp = graphError('/x', fault(4), 300_000);
    expect(ofApp).toMatchObject({ scope: 'app', retryAfterMs: 60_000 });
  });

  it('of an exchange distinguish invalid codes, tokens and application mistakes', () => {
    const tokenErrorOf = (
      code: number,
      kind: 'code' | 'token',
      message?: string,
      subcode?: number,
    ) => tokenError('/t', fault(code, subcode, message), kind, null);
    expect(tokenErrorOf(100, 'code')).toMatchObject({
      kind: 'invalid_request',
      code: 'InvalidCode',
    });
    expect(tokenErrorOf(190, 'token')).toMatchObject({
      kind: 'needs_reauthorization',
      hasEnded: false,
    });
    const withdrawn = tokenErrorOf(190, 'token', undefined, 458);
    expect(withdrawn).toMatchObject({ kind: 'needs_reauthorization', hasEnded: false });
    const expired = tokenErrorOf(190, 'token', undefined, 463);
    expect(expired).toMatchObject({ kind: 'needs_reauthorization', hasEnded: true });
    expect(tokenErrorOf(190, 'code')).toMatchObject({ kind: 'invalid_request' });
    expect(tokenErrorOf(1, 'code', 'Error validating client secret.')).toMatchObject({
      kind: 'invalid_request',
      code: 'client_secret',
    });
    expect(tokenErrorOf(1, 'token')).toMatchObject({ kind: 'unavailable' });
  });

  it('are found in a response of any status, and nothing else is an error', () => {
    expect(parseError({ error: fault(190) })).toMatchObject({ code: '190' });
    expect(parseError({ data: [] })).toBeNull();
    expect(parseError({ error: 'text' })).toBeNull();
  });
});

describe('usage headers', () => {
  const headers = (values: Record<string, unknown>) =>
    new Headers(
      Object.entries(values).map(([name, value]): [string, string] => [
        name,
        JSON.stringify(value),
      ]),
    );

  it('yields the highest usage, and the wait in minutes', () => {
    expect(
      parseUsage(
        headers({
          'x-business-use-case-usage': {
            42: [
              { type: 'ads_insights', call_count: 12, total_cputime: 96, total_time: 3 },
              { type: 'ads_management', call_count: 1, estimated_time_to_regain_access: 5 },
            ],
          },
          'x-app-usage': { call_count: 28, total_time: 25, total_cputime: 25 },
          'x-fb-ads-insights-throttle': { app_id_util_pct: 31.5, acc_id_util_pct: 10 },
        }),
      ),
    ).toEqual({ account: 96, app: 31.5, accountWaitMs: 300_000 });
  });

  it('yields zeros if missing or malformed', () => {
    expect(parseUsage(new Headers({ 'x-app-usage': '{' }))).toEqual({
      account: 0,
      app: 0,
      accountWaitMs: null,
    });
  });

  it('cooldownAfter slows down from 75 % and stops near 100 %', () => {
    expect(cooldownAfter(74, null)).toBeNull();
    expect(cooldownAfter(75, null)).toBe(2000);
    expect(cooldownAfter(95, null)).toBe(60_000);
    expect(cooldownAfter(100, 300_000)).toBe(300_000);
  });
});
