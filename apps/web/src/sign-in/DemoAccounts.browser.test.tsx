import { violations } from '@seller-connect/ui/testing/render.tsx';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import '../theme/styles.ts';
import { DemoAccounts } from './DemoAccounts.tsx';
import { SignInPage } from './SignInPage.tsx';
import type { Language } from '../storage.ts';

let root: Root | undefined;
afterEach(() => {
  root?.unmount();
  document.body.replaceChildren();
});

/** Shows the login screen as in the browser: prerendered, then hydrated. Returns what React complained about. */
function showLogin(language: Language, demo: boolean): unknown[] {
  const state = {
    page: 'login',
    language,
    pageState: null,
    interaction: 'abc',
    toolQuery: '',
    toolName: '',
    toolUrl: '',
    begin: '/',
    signIn: '/',
    confirm: '/verify-email',
    token: '',
    loginHint: '',
    rawRetention: '',
    disconnectedRetention: '',
  } as const;
  const demoAccounts = demo ? renderToStaticMarkup(<DemoAccounts state={state} />) : null;
  const container = document.createElement('div');
  container.innerHTML = renderToString(<SignInPage state={state} demoAccounts={demoAccounts} />);
  document.body.append(container);
  const problems: unknown[] = [];
  root = hydrateRoot(
    container,
    <SignInPage
      state={state}
      demoAccounts={document.getElementById('demo-accounts')?.innerHTML ?? null}
    />,
    { onRecoverableError: (error) => problems.push(error) },
  );
  return problems;
}

it.each(['vi', 'en'] as const)(
  'signs in as a demo account with one click (%s)',
  async (language) => {
    const problems = showLogin(language, true);
    const submitted = vi.fn((event: SubmitEvent) => event.preventDefault());
    document.addEventListener('submit', submitted, { once: true });
    const label =
      language === 'vi' ? 'Người bán đã liên kết gian hàng' : 'Seller with linked shops';
    await page.getByRole('button', { name: label }).click();
    const [event] = submitted.mock.lastCall ?? [];
    const form = event?.target;
    if (!(form instanceof HTMLFormElement)) throw new Error('No form was submitted');
    expect(form.method).toBe('post');
    expect(new URL(form.action).pathname).toBe('/oauth/interaction/abc/login');
    expect([...new FormData(form)]).toEqual([
      ['username', 'shop@demo.test'],
      ['password', 'demo-Seller-2026'],
    ]);
    expect(problems).toEqual([]);
    expect(await violations()).toEqual([]);
  },
);

it('lists no demo account outside demo mode', async () => {
  showLogin('vi', false);
  await expect.element(page.getByLabelText('Mật khẩu', { exact: true })).toBeVisible();
  expect(document.querySelectorAll('form')).toHaveLength(1);
  expect(document.body.innerHTML).not.toContain('demo');
});
