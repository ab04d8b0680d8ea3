import { LoginError } from '@seller-connect/login';
import { describe, expect, it, vi } from 'vitest';
import { createPermissions, type PermissionState } from './permissionStore.ts';

const broken = new Error('HTTP status 500');

function setUp(answers: readonly (readonly string[] | Error)[]) {
  let requestCount = 0;
  const waits: number[] = [];
  const seen: PermissionState['status'][] = [];
  const store = createPermissions(
    async () => {
      const answer = answers[requestCount++] ?? broken;
      if (answer instanceof Error) throw answer;
      return { permissions: answer };
    },
    async (milliseconds) => {
      waits.push(milliseconds);
    },
  );
  store.subscribe(() => seen.push(store.state().status));
  return { store, waits, seen, requestCount: () => requestCount };
}

/** Resolves once what was waiting for a resolved promise has run. */
const handled = () => new Promise((resolve) => setImmediate(resolve));

describe('spec 7: GET /userinfo', () => {
  it('spec 7: is retried a second after a failure', async () => {
    const { store, waits } = setUp([broken, ['catalog:all:all']]);
    store.load();
    await vi.waitFor(
      () => expect(store.state()).toEqual({ status: 'known', permissions: ['catalog:all:all'] }),
      { timeout: 60_000 },
    );
    expect(waits).toEqual([1_000]);
  });

  it('spec 7: is retried after 5 s if it keeps failing, then on request', async () => {
    const { store, waits, requestCount } = setUp([broken, broken, broken, []]);
    store.load();
    await vi.waitFor(() => expect(store.state().status).toBe('failed'), { timeout: 60_000 });
    expect(waits).toEqual([1_000, 5_000]);
    expect(requestCount()).toBe(3);
    const state = store.state();
    if (state.status === 'failed') state.retry();
    expect(store.state().status).toBe('loading');
    await vi.waitFor(() => expect(store.state()).toEqual({ status: 'known', permissions: [] }), {
      timeout: 60_000,
    });
  });

  it('spec 7: is not retried after a 401', async () => {
    const { store, waits, requestCount } = setUp([
      new LoginError('unauthorized', 'HTTP status 401'),
    ]);
    store.load();
    await vi.waitFor(() => expect(requestCount()).toBe(1), { timeout: 60_000 });
    expect(waits).toEqual([]);
    expect(store.state().status).toBe('loading');
  });

  it('spec 7: is retried after another failure of the login', async () => {
    const { store, waits } = setUp([new LoginError('network', 'no connection'), []]);
    store.load();
    await vi.waitFor(() => expect(store.state().status).toBe('known'), { timeout: 60_000 });
    expect(waits).toEqual([1_000]);
  });

  it('ignores an earlier response that arrives late', async () => {
    const answers = [1, 2].map(() => Promise.withResolvers<{ permissions: string[] }>());
    const [first, second] = answers;
    let requestCount = 0;
    const store = createPermissions(
      () => answers[requestCount++]?.promise ?? Promise.reject(broken),
    );
    store.load();
    store.load();
    second?.resolve({ permissions: ['new'] });
    await vi.waitFor(() =>
      expect(store.state()).toEqual({ status: 'known', permissions: ['new'] }),
    );
    first?.resolve({ permissions: ['old'] });
    await handled();
    expect(store.state()).toEqual({ status: 'known', permissions: ['new'] });
  });

  it('discards a response that arrives after the session was cleared', async () => {
    const answer = Promise.withResolvers<{ permissions: string[] }>();
    const store = createPermissions(() => answer.promise);
    store.load();
    store.clear();
    answer.resolve({ permissions: ['ppm:all:all'] });
    await handled();
    expect(store.state()).toEqual({ status: 'loading' });
  });
});
