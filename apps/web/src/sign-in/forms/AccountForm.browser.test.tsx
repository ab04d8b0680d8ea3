import { violations, render } from '@seller-connect/ui/testing/render.tsx';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { AccountForm } from './AccountForm.tsx';
import { privacyVersion, signInTexts, type PageState, type FormPage } from '../pages.ts';

const texts = signInTexts.vi;
const { forms } = texts;
afterEach(() => vi.unstubAllGlobals());

/** Renders a form; `answer` is the server's response. */
function show(name: FormPage, answer: () => Response, pageState: PageState | null = null) {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', (_: string, init?: RequestInit) => {
    sent.push(typeof init?.body === 'string' ? JSON.parse(init.body) : null);
    return Promise.resolve(answer());
  });
  const state = {
    page: name,
    language: 'vi',
    pageState,
    interaction: 'abc',
    begin: '/',
    signIn: '/oauth/authorize?interaction=abc',
    confirm: '/verify-email',
    token: 'secret',
    loginHint: '',
    toolQuery: '',
    toolName: '',
    toolUrl: '',
    rawRetention: '',
    disconnectedRetention: '',
  } as const;
  render(<AccountForm state={state} page={name} texts={texts} />);
  return sent;
}

const submit = (name: FormPage) => page.getByRole('button', { name: forms[name].submit }).click();
const refuse = (status: number, body: object) => () => Response.json(body, { status });

describe('registering', () => {
  it('names each empty field and sends nothing', async () => {
    const sent = show('register', () => Response.json({ step: 'sent' }));
    await submit('register');
    for (const message of Object.values(forms.missing)) {
      await expect.element(page.getByText(message)).toBeVisible();
    }
    await expect.element(page.getByLabelText(forms.name)).toHaveFocus();
    expect(sent).toEqual([]);
  });

  it('sends the input, and focuses the heading that says how to continue', async () => {
    const sent = show('register', () => Response.json({ step: 'sent' }));
    await page.getByLabelText(forms.name).fill('Phạm Thu Hà');
    await page.getByLabelText(forms.email).fill('ha@shop.test');
    await page.getByLabelText(forms.choosePassword, { exact: true }).fill('bốn con mèo trên mái');
    await submit('register');
    const heading = page.getByRole('heading', { name: forms.register.finished });
    await expect.element(heading).toHaveFocus();
    expect(document.title).toContain(forms.register.finished);
    expect(sent).toEqual([
      {
        name: 'Phạm Thu Hà',
        email: 'ha@shop.test',
        password: 'bốn con mèo trên mái',
        privacy: privacyVersion,
        interaction: 'abc',
        language: 'vi',
      },
    ]);
    expect(await violations()).toEqual([]);
  });

  it('resends the email on request, and says when that is too often', async () => {
    const answers = [
      Response.json({ step: 'sent' }),
      Response.json({ step: 'sent' }),
      Response.json(
        { error: 'rate_limited', details: { retryAfterSeconds: 3600 } },
        { status: 429 },
      ),
    ];
    const sent = show('forgot-password', () => answers.shift() ?? Response.error());
    await page.getByLabelText(forms.email).fill('ha@shop.test');
    await submit('forgot-password');
    await expect.element(page.getByText('ha@shop.test')).toBeVisible();
    const again = page.getByRole('button', { name: forms.sendAgain });
    await again.click();
    await expect.element(page.getByRole('status')).toHaveTextContent(forms.sentAgain);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    await again.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(texts.rateLimitedFor(3600));
    await expect.element(page.getByRole('status')).toHaveTextContent('');
    expect(await violations()).toEqual([]);
  });

  it('says that the privacy notice has changed since the page was opened', async () => {
    show('register', refuse(409, { error: 'privacy_outdated' }));
    await page.getByLabelText(forms.name).fill('Hà');
    await page.getByLabelText(forms.email).fill('ha@shop.test');
    await page.getByLabelText(forms.choosePassword, { exact: true }).fill('bốn con mèo trên mái');
    await submit('register');
    await expect.element(page.getByRole('alert')).toHaveTextContent(forms.errors.privacy_outdated);
  });

  it('shows at the password why it is refused', async () => {
    show('register', refuse(400, { error: 'password_common' }));
    await page.getByLabelText(forms.name).fill('Hà');
    await page.getByLabelText(forms.email).fill('ha@shop.test');
    const password = page.getByLabelText(forms.choosePassword, { exact: true });
    await password.fill('passwordpassword');
    await submit('register');
    await expect.element(password).toHaveAccessibleDescription(forms.errors.password_common);
    await expect.element(password).toHaveFocus();
    await expect.element(page.getByLabelText(forms.name)).toHaveValue('Hà');
    await expect.element(page.getByLabelText(forms.email)).toHaveValue('ha@shop.test');
    expect(await violations()).toEqual([]);
  });

  it('fills the strength meter while the password is typed, and keeps it beside a refusal', async () => {
    show('register', refuse(400, { error: 'password_common' }));
    await page.getByLabelText(forms.name).fill('Hà');
    await page.getByLabelText(forms.email).fill('ha@shop.test');
    const password = page.getByLabelText(forms.choosePassword, { exact: true });
    await password.fill('mật khẩu');
    await expect.element(page.getByText(forms.passwordLength(8))).toBeVisible();
    await password.fill('passwordpassword');
    await submit('register');
    await expect.element(password).toHaveAccessibleDescription(forms.errors.password_common);
    await expect.element(page.getByText(forms.passwordLength(15), { exact: true })).toBeVisible();
  });

  it('focuses the password that was refused before the script loaded', async () => {
    show('verify-email', () => Response.json({ step: 'done' }), 'invalid_credentials');
    const password = page.getByLabelText(forms.chosenPassword);
    await expect.element(password).toHaveAccessibleDescription(forms.errors.invalid_credentials);
    await expect.element(password).toHaveFocus();
  });
});

describe('an expired link', () => {
  it('removes the form and links to requesting a new one', async () => {
    show('reset-password', refuse(410, { error: 'link_expired' }));
    await page.getByLabelText(forms.newPassword).fill('năm con vịt dưới ao');
    await submit('reset-password');
    await expect.element(page.getByRole('alert')).toHaveTextContent(forms.errors.link_expired);
    const again = page.getByRole('link', { name: forms.askAgain });
    await expect
      .element(again)
      .toHaveAttribute('href', '/forgot-password?interaction=abc&ui_locales=vi');
    expect(document.querySelector('form')).toBeNull();
    expect(await violations()).toEqual([]);
  });
});

describe('confirming an email address', () => {
  it('takes one click in the browser that registered', async () => {
    const sent = show('verify-email', () => Response.json({ step: 'done' }));
    await submit('verify-email');
    const heading = page.getByRole('heading', { name: forms['verify-email'].finished });
    await expect.element(heading).toHaveFocus();
    expect(sent).toEqual([{ token: 'secret', interaction: 'abc', language: 'vi' }]);
  });

  it('requires the password in another browser', async () => {
    show('verify-email', refuse(401, { error: 'invalid_credentials' }), 'password');
    const password = page.getByLabelText(forms.chosenPassword);
    await password.fill('wrong');
    await submit('verify-email');
    await expect.element(password).toHaveAccessibleDescription(forms.errors.invalid_credentials);
    await expect.element(password).toHaveFocus();
    expect(await violations()).toEqual([]);
  });
});
