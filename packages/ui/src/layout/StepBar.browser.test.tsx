import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { render, violationsInBothThemes } from '../testing/render.tsx';
import { StepBar } from './StepBar.tsx';

it('fits the smallest phone with its longest title', async () => {
  await page.viewport(320, 700);
  onTestFinished(() => page.viewport(1280, 720));
  const steps = ['Profile', 'Connect shops', 'First sync', 'All done'].map(
    (title, index) => ({ id: title, title, state: index < 2 ? 'done' : 'later' }) as const,
  );
  render(
    <div style={{ width: 288 }}>
      <StepBar
        label="Setup steps"
        current="First sync"
        position="Step 3 of 4"
        steps={steps}
        stateLabels={{ done: 'done', current: 'current step', later: 'not started' }}
      />
    </div>,
  );
  const list = page.getByRole('list').element();
  expect(list.scrollWidth).toBeLessThanOrEqual(288);
  await expect.element(page.getByRole('listitem').nth(2)).toHaveAttribute('aria-current', 'step');
  expect(await violationsInBothThemes()).toEqual([]);
});
