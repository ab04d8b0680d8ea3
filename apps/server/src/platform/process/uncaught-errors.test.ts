import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { stopOnUncaughtError } from './uncaught-errors.ts';

it('logs an uncaught error and shuts down, even if the shutdown fails', async () => {
  const process = new EventEmitter();
  const fatal = vi.fn();
  const stop = vi.fn(async () => {
    throw new Error('no order');
  });
  stopOnUncaughtError(process, { fatal }, stop);
  process.emit('uncaughtException', new Error('one'));
  process.emit('unhandledRejection', new Error('two'));
  await Promise.resolve();
  expect(stop).toHaveBeenCalledTimes(2);
  expect(fatal.mock.calls.map(([{ event, err }]) => [event, err.message])).toEqual([
    ['process.uncaughtException', 'one'],
    ['process.unhandledRejection', 'two'],
    ['process.stop_failed', 'no order'],
    ['process.stop_failed', 'no order'],
  ]);
});
