import { expect, it } from 'vitest';
import { oneCheck, runSteps, type Step } from './step.ts';

const never = new AbortController().signal;
const step = (run: Step['run']): Step => ({ key: 'any', title: 'any', run });

async function summary(...steps: Step[]) {
  const lines: string[] = [];
  const code = await runSteps(steps, never, (line) => lines.push(line));
  return { last: lines.join('\n').split('\n').at(-1), code };
}

it('sums all steps, goes on after a failure and ends with the sum', async () => {
  const good = step(async () => ({ passed: 3, failed: 0 }));
  const bad = step(async () => ({ passed: 1, failed: 2 }));
  const broken = step(async () => {
    throw new Error('broken');
  });
  const check = oneCheck('check', 'check', async () => ({ ok: true, output: '' }));
  expect(await summary(bad, broken, good, check)).toEqual({ last: '5 passed, 3 failed', code: 1 });
  expect(await summary(good, check)).toEqual({ last: '4 passed, 0 failed', code: 0 });
});

it('fails when a step ran nothing, or when there was no step', async () => {
  const nothing = step(async () => ({ passed: 0, failed: 0 }));
  const good = step(async () => ({ passed: 3, failed: 0 }));
  expect(await summary(nothing, good)).toEqual({ last: '3 passed, 1 failed', code: 1 });
  expect(await summary()).toEqual({ last: '0 passed, 0 failed', code: 1 });
});
