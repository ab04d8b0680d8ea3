import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/index.ts';
import { createErrorHandler } from './apiErrorHandler.ts';

function setUp() {
  let now = 0;
  const actions = {
    logOut: vi.fn(),
    goTo: vi.fn(),
    notify: vi.fn(),
    texts: { error: 'Error', somethingWentWrong: 'Something went wrong, please try again later' },
    now: () => now,
  };
  return {
    ...actions,
    handle: createErrorHandler(actions),
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

describe('the shared handler', () => {
  it('spec 8: logs out on 401 and shows /403 on 403', () => {
    const { handle, logOut, goTo, notify } = setUp();
    handle(new ApiError(401, null));
    handle(new ApiError(403, { message: 'no' }));
    expect(logOut).toHaveBeenCalledOnce();
    expect(goTo).toHaveBeenCalledExactlyOnceWith(
      '/403',
      expect.objectContaining({ status: 403, serverMessage: 'no' }),
    );
    expect(notify).not.toHaveBeenCalled();
  });

  it('spec 8: notifies of others under Error, with the server’s message or SomethingWentWrong', () => {
    const { handle, notify } = setUp();
    handle(new ApiError(409, { message: 'Shop is linked already' }));
    handle(new ApiError(500, { message: ' \n' }));
    expect(notify.mock.calls).toEqual([
      [{ title: 'Error', description: 'Shop is linked already' }],
      [{ title: 'Error', description: 'Something went wrong, please try again later' }],
    ]);
  });

  it.each([0, 400, 402, 404, 405, 409, 418, 422, 429, 500, 502, 503])(
    'spec 8: notifies of a %i, which neither logs out nor leads elsewhere',
    (status) => {
      const { handle, logOut, goTo, notify } = setUp();
      handle(new ApiError(status, { message: 'Not now' }));
      expect(notify.mock.calls).toEqual([[{ title: 'Error', description: 'Not now' }]]);
      expect([logOut.mock.calls, goTo.mock.calls]).toEqual([[], []]);
    },
  );

  it('spec 8: does not notify of an unavailable partner, which has a screen', () => {
    const { handle, notify } = setUp();
    handle(new ApiError(404, { error: 'unavailable_partner', message: 'Unavailable partner' }));
    expect(notify).not.toHaveBeenCalled();
  });

  it('spec 8: notifies once of one message repeated within five seconds', () => {
    const { handle, notify, pass } = setUp();
    const fail = (message: string) => handle(new ApiError(500, { message }));
    fail('one');
    pass(4_999);
    fail('one');
    fail('other');
    expect(notify).toHaveBeenCalledTimes(2);
    pass(1);
    fail('one');
    expect(notify).toHaveBeenCalledTimes(3);
  });

  it('spec 8: notifies once of a failure shared by several calls, however late they end', () => {
    const { handle, notify, pass } = setUp();
    const failure = new ApiError(503, null);
    handle(failure);
    pass(60_000);
    handle(failure);
    expect(notify).toHaveBeenCalledOnce();
  });
});
