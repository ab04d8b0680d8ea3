import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { logOptions } from './log.ts';

function written(work: (log: pino.Logger) => void): string {
  let text = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  work(pino(logOptions('info'), stream));
  return text;
}

it('redacts secrets anywhere in a log entry', () => {
  const text = written((log) =>
    log.info(
      {
        req: { headers: { authorization: 'Bearer s3cret', cookie: 'sid=s3cret' } },
        grant: { accessToken: 's3cret', refreshToken: 's3cret', refresh_token: 's3cret' },
        form: { password: 's3cret' },
        query: { code: 's3cret' },
      },
      'said',
    ),
  );
  expect(text).toContain('said');
  expect(text).not.toContain('s3cret');
});

it('logs an error with code and cause, without properties of the driver', () => {
  const cause = Object.assign(new Error('refused'), { code: '57P01' });
  const error = Object.assign(new Error('a call failed', { cause }), { client: { secretKey: 42 } });
  const text = written((log) => log.error({ err: error }, 'failed'));
  expect(text).toContain('57P01');
  expect(text).not.toContain('secretKey');
});

it('logs an error that was passed under the wrong key', () => {
  const text = written((log) =>
    log.warn({ error: new Error('the shop does not answer') }, 'failed'),
  );
  expect(text).toContain('the shop does not answer');
});
