import { violations, render } from '@seller-connect/ui/testing/render.tsx';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { LoginForm } from './LoginForm.tsx';
import { signInTexts } from '../pages.ts';

const texts = signInTexts.vi;

const state = {
  page: 'login',
  language: 'vi',
  pageState: null,
  interaction: 'abc',
  begin: '/',
  signIn: '/oauth/authorize?interaction=abc',
  confirm: '/verify-email',
  token: '',
  loginHint: '',
  toolQuery: '',
  toolName: '',
  toolUrl: '',
  rawRetention: '',
  disconnectedRetention: '',
} as const;

it('adds "remember me" to the link to Google', async () => {
  render(<LoginForm state={state} texts={texts} />);
  const google = page.getByRole('link', { name: texts.google });
  await expect.element(google).toHaveAttribute('href', '/oauth/interaction/abc/google');
  await page.getByLabelText(texts.remember).click();
  await expect
    .element(google)
    .toHaveAttribute('href', '/oauth/interaction/abc/google?remember=true');
  await page.getByLabelText(texts.remember).click();
  await expect.element(google).toHaveAttribute('href', '/oauth/interaction/abc/google');
  expect(await violations()).toEqual([]);
});

it('keeps what was chosen before the script ran', async () => {
  const root = document.body.appendChild(document.createElement('div'));
  root.innerHTML = renderToString(<LoginForm state={state} texts={texts} />);
  await page.getByLabelText(texts.remember).click();
  const hydrated = hydrateRoot(root, <LoginForm state={state} texts={texts} />);
  onTestFinished(() => {
    hydrated.unmount();
    root.remove();
  });
  await expect
    .element(page.getByRole('link', { name: texts.google }))
    .toHaveAttribute('href', '/oauth/interaction/abc/google?remember=true');
});

it('says under the Google button what a new account agrees to, with the privacy notice', async () => {
  render(<LoginForm state={state} texts={texts} />);
  const notice = page.getByRole('link', { name: texts.privacy.link });
  await expect.element(notice).toHaveAttribute('href', '/privacy?interaction=abc&ui_locales=vi');
  expect(notice.element().parentElement?.textContent).toBe(
    `${texts.privacy.beforeGoogle}${texts.privacy.link}.`,
  );
});

it('can be submitted again when the user comes back after signing in', async () => {
  // An address of this page, so that the test is not left.
  const body = { redirectTo: '#signed-in' };
  vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(Response.json(body)));
  onTestFinished(() => {
    vi.restoreAllMocks();
    history.replaceState(null, '', location.pathname + location.search);
  });
  const listen = vi.spyOn(window, 'addEventListener');
  render(<LoginForm state={state} texts={texts} />);
  await page.getByLabelText(texts.username).fill('lan@shop.test');
  await page.getByLabelText(texts.password, { exact: true }).fill('a long password');
  const submit = page.getByRole('button', { name: texts.submit });
  await submit.click();
  await expect.poll(() => location.hash).toBe('#signed-in');
  await expect.element(submit).toHaveAttribute('aria-busy', 'true');
  // Only for this form: sessions of other tests, which share the page, reload it on this event.
  const [, onPageShow] = listen.mock.calls.find(([type]) => type === 'pageshow') ?? [];
  if (typeof onPageShow !== 'function') throw new Error('The form does not listen');
  onPageShow.call(window, new PageTransitionEvent('pageshow', { persisted: true }));
  await expect.element(submit).not.toHaveAttribute('aria-busy', 'true');
});
