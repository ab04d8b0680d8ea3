import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { FilterButton } from './FilterButton.tsx';

it('says how many filters are active, and keeps the focus when they are cleared', async () => {
  function Filters() {
    const [count, setCount] = useState(2);
    return (
      <FilterButton
        label="Filters"
        count={count}
        activeLabel="active"
        doneLabel="Done"
        clearLabel="Clear"
        onClear={() => setCount(0)}
      >
        <input aria-label="Name" />
      </FilterButton>
    );
  }
  render(<Filters />);
  await page.getByRole('button', { name: 'Filters 2 active' }).click();
  const clear = page.getByRole('button', { name: 'Clear' });
  clear.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(clear).toBeDisabled();
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  await expect.element(clear).toHaveFocus();
});
