import { describe, expect, it, vi } from 'vitest';
import { ApiError } from './apiError.ts';
import { createErrorHandler } from './errorHandler.ts';

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
  it('spec 8: 401 logs out and 403 goes to /403', () => {
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

  it('spec 8: others are notified under Error, in the server’s words or SomethingWentWrong', () => {
    const { handle, notify } = setUp();
    handle(new ApiError(409, { message: 'Shop is linked already' }));
    handle(new ApiError(500, null));
    expect(notify.mock.calls).toEqual([
      [{ title: 'Error', description: 'Shop is linked already' }],
      [{ title: 'Error', description: 'Something went wrong, please try again later' }],
    ]);
  });

  it('spec 8: an unavailable partner is told by its screen', () => {
    const { handle, notify } = setUp();
    handle(new ApiError(404, { error: 'unavailable_partner', message: 'Unavailable partner' }));
    expect(notify).not.toHaveBeenCalled();
  });

  it('spec 8: repeats of one message within five seconds are one notification', () => {
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

  it('spec 8: a failure that several calls were waiting for is told once, however late they end', () => {
    const { handle, notify, pass } = setUp();
    const failure = new ApiError(503, null);
    handle(failure);
    pass(60_000);
    handle(failure);
    expect(notify).toHaveBeenCalledOnce();
  });
});
