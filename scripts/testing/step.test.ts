import { expect, it } from 'vitest';
import { checkStep, runSteps, type Step } from './step.ts';

const never = new AbortController().signal;
const step = (run: Step['run']): Step => ({ key: 'any', title: 'any', run });

async function summary(...steps: Step[]) {
  const parts: string[] = [];
  const code = await runSteps(steps, never, (text) => parts.push(text));
  return { last: parts.join('').trimEnd().split('\n').at(-1), code };
}

it('sums all steps, continues after a failure and prints the sum', async () => {
  const good = step(async () => ({ passed: 3, failed: 0 }));
  const bad = step(async () => ({ passed: 1, failed: 2 }));
  const broken = step(async () => {
    throw new Error('broken');
  });
  const check = checkStep('check', 'check', async () => ({ ok: true, output: '' }));
  expect(await summary(bad, broken, good, check)).toEqual({ last: '5 passed, 3 failed', code: 1 });
  expect(await summary(good, check)).toEqual({ last: '4 passed, 0 failed', code: 0 });
});

it('counts skipped tests, which alone are not a success', async () => {
  const good = step(async () => ({ passed: 3, failed: 0 }));
  const skipped = step(async () => ({ passed: 0, failed: 0, skipped: 1 }));
  expect(await summary(good, skipped)).toEqual({
    last: '3 passed, 0 failed, 1 skipped',
    code: 0,
  });
  expect(await summary(skipped)).toEqual({ last: '0 passed, 0 failed, 1 skipped', code: 1 });
});

it('fails when a step ran nothing, or without steps', async () => {
  const nothing = step(async () => ({ passed: 0, failed: 0 }));
  const good = step(async () => ({ passed: 3, failed: 0 }));
  expect(await summary(nothing, good)).toEqual({ last: '3 passed, 1 failed', code: 1 });
  expect(await summary()).toEqual({ last: '0 passed, 0 failed', code: 1 });
});

it('runs steps concurrently and prints the output of each when it ends', async () => {
  const parts: string[] = [];
  let endFirst = () => {};
  const slow: Step = {
    key: 'slow',
    title: 'slow',
    async run(_, show) {
      show('slow begins\n');
      await new Promise<void>((done) => (endFirst = done));
      show('slow ends');
      return { passed: 1, failed: 0 };
    },
  };
  const quick: Step = {
    key: 'quick',
    title: 'quick',
    async run(_, show) {
      show('quick runs\n');
      endFirst();
      return { passed: 2, failed: 0 };
    },
  };
  expect(await runSteps([slow, quick], never, (text) => parts.push(text), 2)).toBe(0);
  const said = parts.join('').replaceAll(/\d+\.\d s/g, '0.0 s');
  const begin = '   slow …\n   quick …\n';
  const slowSays = '\n── slow\nslow begins\nslow ends\n   1 passed, 0 failed in 0.0 s\n';
  const quickSays = '\n── quick\nquick runs\n   2 passed, 0 failed in 0.0 s\n';
  expect(
    [slowSays + quickSays, quickSays + slowSays].map(
      (both) => `${begin}${both}\n3 passed, 0 failed\n`,
    ),
  ).toContain(said);
});
