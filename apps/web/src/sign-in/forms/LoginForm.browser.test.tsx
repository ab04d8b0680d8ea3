import { violations, render } from '@seller-connect/ui/testing/render.tsx';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { LoginForm } from './LoginForm.tsx';
import { signInTexts } from '../pages.ts';

const texts = signInTexts.vi;

it('"remember me" goes along to Google as well', async () => {
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
