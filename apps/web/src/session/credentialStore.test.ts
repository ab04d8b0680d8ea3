import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/client/apiError.ts';
import type { StorageEntry, StoredCredential } from '../storage.ts';
import { createCredentialStore, isExpired } from './credentialStore.ts';

function memory<Value>(initial: Value | null = null): StorageEntry<Value> {
  let value = initial;
  return {
    key: 'memory',
    kind: 'session',
    read: () => value,
    write: (next) => {
      value = next;
    },
    remove: () => {
      value = null;
    },
  };
}

const start = Date.parse('2026-11-11T00:00:00Z');
const lasting = (name: string, from: number, minutes: number): StoredCredential => ({
  accessToken: name,
  accessTokenExpiresAt: new Date(from + minutes * 60_000).toISOString(),
});
/** The first 21 characters are those of the team. */
const ofTeam = (team: number, name: string) =>
  lasting(`team-${team}-00000000000000 ${name}`, start, 30);

function setUp(renewalEnd = () => Promise.resolve()) {
  let now = start;
  let sub: string | null = 'person-1';
  let identityToken = 'id of person-1';
  let count = 0;
  const stored = memory<StoredCredential>();
  const exchange = vi.fn((accessToken: string) => {
    count += 1;
    return Promise.resolve(lasting(`core-${count} for ${accessToken}`, now, 30));
  });
  const validate = vi.fn((_token?: string) => Promise.resolve({ sub: 'person-1' }));
  const subject = memory<string>();
  const holder = createCredentialStore({
    exchange,
    validate,
    getAuthUser: () => (sub === null ? null : { sub, accessToken: identityToken }),
    renewalEnd,
    stored,
    subject,
    now: () => now,
  });
  return {
    holder,
    exchange,
    validate,
    stored,
    subject,
    pass: (minutes: number) => {
      now += minutes * 60_000;
    },
    become: (who: string | null) => {
      sub = who;
      identityToken = `id of ${who}`;
    },
    renewIdentity: (token: string) => {
      identityToken = token;
    },
  };
}

describe('the credential', () => {
  it('spec 3: is expired when now is later than the expiry', () => {
    const credential = lasting('a', start, 0);
    expect(isExpired(credential, start)).toBe(false);
    expect(isExpired(credential, start + 1)).toBe(true);
  });

  it('spec 6: is empty when logged out', async () => {
    const { holder, become, exchange } = setUp();
    become(null);
    expect(await holder.token()).toBe('');
    expect(exchange).not.toHaveBeenCalled();
  });

  it('is obtained once for concurrent callers, then stored', async () => {
    const { holder, exchange, stored } = setUp();
    const tokens = await Promise.all([holder.token(), holder.token(), holder.token()]);
    expect(new Set(tokens)).toEqual(new Set(['core-1 for id of person-1']));
    expect(await holder.token()).toBe(tokens[0]);
    expect(exchange).toHaveBeenCalledOnce();
    expect(stored.read()?.accessToken).toBe(tokens[0]);
  });

  it('is renewed in the background shortly before its expiry', async () => {
    const { holder, pass, exchange } = setUp();
    await holder.token();
    pass(29);
    expect(await holder.token()).toBe('core-1 for id of person-1');
    expect(exchange).toHaveBeenCalledTimes(2);
    await vi.waitFor(async () => expect(await holder.token()).toBe('core-2 for id of person-1'), {
      timeout: 60_000,
    });
  });

  it('is obtained again after its expiry', async () => {
    const { holder, pass } = setUp();
    await holder.token();
    pass(31);
    expect(await holder.token()).toBe('core-2 for id of person-1');
  });

  it('is never used for another user', async () => {
    const { holder, become } = setUp();
    await holder.token();
    become('person-2');
    expect(await holder.token()).toBe('core-2 for id of person-2');
  });

  it('renewedSince is true for requests older than the last renewal', async () => {
    const { holder } = setUp();
    await holder.token();
    expect(await holder.renewedSince(start - 1)).toBe(true);
    expect(await holder.renewedSince(start)).toBe(false);
  });

  it('renewedSince waits for a team switch in another tab, and is then true', async () => {
    let epoch = '1';
    const left = Promise.withResolvers<void>();
    const holder = createCredentialStore({
      exchange: (identityToken) =>
        Promise.resolve(lasting(`${identityToken} in ${epoch}`, start, 30)),
      validate: () => Promise.reject(new Error('not asked for here')),
      getAuthUser: () => ({ sub: 'person-1', accessToken: 'core' }),
      stored: memory<StoredCredential>(),
      subject: memory<string>(),
      epoch: () => epoch,
      waitForTeamSwitch: () => left.promise,
      now: () => start,
    });
    expect(await holder.token()).toBe('core in 1');
    const isOlder = holder.renewedSince(start);
    epoch = '2';
    left.resolve();
    expect(await isOlder).toBe(true);
    expect(await holder.token()).toBe('core in 2');
    expect(await holder.renewedSince(start)).toBe(false);
  });

  it('renewedSince obtains a new one once the login was renewed', async () => {
    const { holder, exchange, pass, renewIdentity, stored } = setUp();
    exchange.mockResolvedValueOnce(ofTeam(1, 'first'));
    await holder.token();
    pass(1);
    expect(await holder.renewedSince(start + 1)).toBe(false);
    renewIdentity('renewed');
    exchange.mockResolvedValueOnce(ofTeam(1, 'second'));
    expect(await holder.renewedSince(start + 1)).toBe(true);
    expect(exchange.mock.calls).toEqual([['id of person-1'], ['renewed']]);
    expect(stored.read()).toEqual(ofTeam(1, 'second'));
  });

  it('renewedSince waits for a running renewal of the login', async () => {
    const renewal = Promise.withResolvers<void>();
    const { holder, exchange, pass, renewIdentity } = setUp(() => renewal.promise);
    exchange.mockResolvedValue(ofTeam(1, 'any'));
    await holder.token();
    pass(1);
    const isOlder = holder.renewedSince(start + 1);
    renewIdentity('renewed');
    renewal.resolve();
    expect(await isOlder).toBe(true);
  });

  it('renewedSince is false if the new credential is of another team', async () => {
    const { holder, exchange, pass, stored } = setUp();
    stored.write(ofTeam(1, 'of the page before'));
    pass(1);
    exchange.mockResolvedValueOnce(ofTeam(2, 'other'));
    expect(await holder.renewedSince(start + 1)).toBe(false);
    expect(stored.read()).toEqual(ofTeam(1, 'of the page before'));
    exchange.mockResolvedValueOnce(ofTeam(1, 'same'));
    expect(await holder.renewedSince(start + 1)).toBe(true);
    expect(stored.read()).toEqual(ofTeam(1, 'same'));
  });

  it('renewedSince is false if the new token is refused, and rejects if the exchange fails', async () => {
    const { holder, pass, renewIdentity, exchange } = setUp();
    await holder.token();
    pass(1);
    renewIdentity('renewed');
    exchange.mockRejectedValueOnce(new ApiError(401, null));
    expect(await holder.renewedSince(start + 1)).toBe(false);
    const failure = new ApiError(503, null);
    exchange.mockRejectedValueOnce(failure);
    await expect(holder.renewedSince(start + 1)).rejects.toBe(failure);
  });

  it('is not stored if it was cleared during an exchange', async () => {
    const { holder, exchange, stored } = setUp();
    const answer = Promise.withResolvers<StoredCredential>();
    exchange.mockReturnValueOnce(answer.promise);
    const pendingToken = holder.token();
    holder.clear();
    answer.resolve(lasting('late', start, 30));
    expect(await pendingToken).toBe('');
    expect(stored.read()).toBeNull();
  });

  it('is replaced for its user at once, also while another one is obtained', async () => {
    const { holder, exchange, stored, become } = setUp();
    const answer = Promise.withResolvers<StoredCredential>();
    exchange.mockReturnValueOnce(answer.promise);
    const pendingToken = holder.token();
    holder.replace('person-1', ofTeam(2, 'new'));
    answer.resolve(ofTeam(1, 'late'));
    await pendingToken;
    expect(stored.read()).toEqual(ofTeam(2, 'new'));
    expect(await holder.token()).toBe(ofTeam(2, 'new').accessToken);
    expect(exchange).toHaveBeenCalledOnce();
    become('person-2');
    expect(await holder.token()).toBe('core-1 for id of person-2');
  });

  it.each([401, 403])('spec 3: is empty if its renewal is refused with %i', async (status) => {
    const { holder, exchange, stored, pass } = setUp();
    await holder.token();
    pass(31);
    exchange.mockRejectedValue(new ApiError(status, null));
    expect(await Promise.all([holder.token(), holder.token()])).toEqual(['', '']);
    expect(exchange).toHaveBeenCalledTimes(2);
    expect(stored.read()?.accessToken).toBe('core-1 for id of person-1');
  });

  it.each([0, 429, 500, 503])(
    'spec 3: rejects all waiting callers with the error if its renewal fails (%i)',
    async (status) => {
      const { holder, exchange } = setUp();
      const failure = new ApiError(status, null);
      exchange.mockRejectedValueOnce(failure);
      const results = await Promise.allSettled([holder.token(), holder.token()]);
      expect(results.map((each) => each.status === 'rejected' && each.reason)).toEqual([
        failure,
        failure,
      ]);
      expect(await holder.token()).toBe('core-1 for id of person-1');
    },
  );

  it('waits for the renewal of the login after sleep', async () => {
    const { exchange, validate, stored } = setUp();
    const woken = Promise.withResolvers<{ sub: string; accessToken: string } | null>();
    const sleeper = createCredentialStore({
      exchange,
      validate,
      getAuthUser: () => woken.promise,
      stored,
      subject: memory<string>(),
    });
    const pendingToken = sleeper.token();
    expect(exchange).not.toHaveBeenCalled();
    woken.resolve({ sub: 'person-1', accessToken: 'renewed' });
    expect(await pendingToken).toBe('core-1 for renewed');
  });
});

describe('spec 7: GET /auth/validate, for a stored credential', () => {
  it('assigns the credential of a Google login to its user', async () => {
    const { holder, exchange, validate, stored } = setUp();
    stored.write(lasting('from Google', start, 10));
    holder.check('person-1');
    expect(await Promise.all([holder.token(), holder.token()])).toEqual([
      'from Google',
      'from Google',
    ]);
    expect(validate).toHaveBeenCalledExactlyOnceWith('from Google');
    expect(exchange).not.toHaveBeenCalled();
  });

  it.each([
    ['another user’s', () => Promise.resolve({ sub: 'person-2' })],
    ['not validated', () => Promise.reject(new ApiError(500, null))],
  ])('does not use a credential that is %s', async (_, answer) => {
    const { holder, validate, stored } = setUp();
    stored.write(lasting('from Google', start, 10));
    validate.mockImplementation(answer);
    holder.check('person-1');
    expect(await holder.token()).toBe('core-1 for id of person-1');
  });

  it('validates the user’s own credential in the background', async () => {
    const { holder, validate, stored, subject } = setUp();
    stored.write(lasting('found', start, 30));
    subject.write('person-1');
    validate.mockReturnValue(new Promise(() => {}));
    holder.check('person-1');
    expect(await holder.token()).toBe('found');
    expect(validate).toHaveBeenCalledExactlyOnceWith();
  });

  it('deletes a credential that the server assigns to another user', async () => {
    const { holder, validate, stored, subject } = setUp();
    stored.write(lasting('found', start, 30));
    subject.write('person-1');
    validate.mockResolvedValue({ sub: 'person-2' });
    holder.check('person-1');
    await vi.waitFor(() => expect(stored.read()).toBeNull(), { timeout: 60_000 });
  });

  it('does not validate a missing, expired or another user’s credential', () => {
    const { holder, validate, stored, subject } = setUp();
    holder.check('person-1');
    stored.write(lasting('old', start, -1));
    holder.check('person-1');
    expect(stored.read()).toBeNull();
    stored.write(lasting('of another', start, 30));
    subject.write('person-2');
    holder.check('person-1');
    expect(validate).not.toHaveBeenCalled();
  });
});
