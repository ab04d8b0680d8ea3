import { ClientErrorReport } from '@seller-connect/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ChunkLoadError } from '../../loading/lazyComponent.tsx';
import { createErrorReporter, buildErrorReport, type ErrorContext } from './errorReport.ts';

const origin = 'https://app.test';
const context: ErrorContext = {
  kind: 'caught',
  componentStack:
    '\n    at TrendPlot (https://app.test/assets/b.js:1:2)\n    at div\n    at Report',
  route: '/orders/:shopId/:orderId',
  entry: '/assets/index-B3kq.js',
  origin,
};

function errorWith(message: string, frames: readonly string[]): Error {
  const error = new TypeError(message);
  error.stack = `TypeError: ${message}\n${frames.join('\n')}`;
  return error;
}

/** The pattern that the server requires for a text. */
function patternOf(schema: object): RegExp {
  const pattern = 'pattern' in schema ? schema.pattern : null;
  if (typeof pattern !== 'string') throw new Error('The schema has no pattern');
  return new RegExp(pattern);
}

it('a report contains frames of our own code only, from stacks of Chromium and Firefox', () => {
  const chromium = errorWith('x is not a function', [
    '    at axisOf (https://app.test/assets/index-B3kq.js:1:20451)',
    '    at async https://app.test/assets/chunk-a.js:1:7',
    '    at new Plot (https://app.test/assets/chunk-a.js:2:9)',
    '    at inject (chrome-extension://abc/content.js:1:1)',
    '    at https://app.test/join?token=secret:1:1',
  ]);
  expect(buildErrorReport(chromium, context)).toEqual({
    kind: 'caught',
    name: 'TypeError',
    reactCode: null,
    route: '/orders/:shopId/:orderId',
    build: 'index-B3kq.js',
    frames: ['axisOf@index-B3kq.js:1:20451', '@chunk-a.js:1:7', 'Plot@chunk-a.js:2:9'],
    components: ['TrendPlot', 'div', 'Report'],
  });
  const firefox = errorWith('', ['axisOf@https://app.test/assets/index-B3kq.js:1:20451']);
  expect(buildErrorReport(firefox, context).frames).toEqual(['axisOf@index-B3kq.js:1:20451']);
});

it('a report names chunk load errors, React’s error codes and the types of other values', () => {
  expect(buildErrorReport(new ChunkLoadError('gone', () => {}), context).kind).toBe('chunk');
  const loop = new Error(
    'Minified React error #185; visit https://react.dev/errors/185?args[]=Lan',
  );
  expect(buildErrorReport(loop, context).reactCode).toBe(185);
  expect(buildErrorReport('words that were thrown', context)).toMatchObject({
    name: 'string',
    frames: [],
  });
});

it('a report contains nothing of messages or addresses', () => {
  const canary = 'Canary7391';
  const typed = fc
    .tuple(fc.string({ unit: 'grapheme' }), fc.constantFrom('', '\n    at ', '@https://app.test/'))
    .map(([text, frame]) => `${text}${frame}${canary}.js:1:1 https://app.test/${canary}?t=${text}`);
  fc.assert(
    fc.property(typed, typed, (message, address) => {
      const error = errorWith(message, [
        `    at f (https://app.test/a.js:1:1)`,
        `    at g (https://app.test/join?token=${canary}:1:1)`,
        `    at h (https://other.test/${canary}.js:1:1)`,
      ]);
      error.name = message;
      const report = buildErrorReport(error, { ...context, route: address, entry: address });
      expect(JSON.stringify(report)).not.toContain(canary);
      const { name, frames } = ClientErrorReport.properties;
      expect(report.name).toMatch(patternOf(name));
      expect(report.frames).toEqual(['f@a.js:1:1']);
      for (const frame of report.frames) expect(frame).toMatch(patternOf(frames.items));
      expect([report.route, report.build]).toEqual([null, null]);
    }),
  );
});

it('an error is reported once, and at most five per page', () => {
  const sent: ClientErrorReport[] = [];
  const report = createErrorReporter((each) => sent.push(each));
  for (const file of ['a', 'a', 'b', 'c', 'd', 'e', 'f', 'g']) {
    report(errorWith('', [`    at f (https://app.test/${file}.js:1:1)`]), context);
  }
  expect(sent.map(({ frames }) => frames[0])).toEqual(
    ['a', 'b', 'c', 'd', 'e'].map((file) => `f@${file}.js:1:1`),
  );
});
