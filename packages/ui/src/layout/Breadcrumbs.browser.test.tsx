import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { Breadcrumb, Breadcrumbs } from './Breadcrumbs.tsx';

it('has a separator after each item but the last, so that no line begins with one', async () => {
  render(
    <Breadcrumbs label="Path">
      <Breadcrumb href="/">Home</Breadcrumb>
      <Breadcrumb href="/connect">Connect</Breadcrumb>
      <Breadcrumb current>Partner</Breadcrumb>
    </Breadcrumbs>,
  );
  await expect.element(page.getByText('Partner')).toBeVisible();
  const crumbs = page.getByRole('listitem').elements();
  const content = (crumb: Element, side: '::before' | '::after') =>
    getComputedStyle(crumb, side).content;
  expect(crumbs.map((crumb) => content(crumb, '::before'))).toEqual(['none', 'none', 'none']);
  expect(crumbs.map((crumb) => content(crumb, '::after').startsWith('"/"'))).toEqual([
    true,
    true,
    false,
  ]);
});
