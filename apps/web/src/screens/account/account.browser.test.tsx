import type { AccountSession } from '@seller-connect/contract';
import { violations } from '@seller-connect/ui/testing/render.tsx';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createIdentityClient } from '../../api/client/identityClient.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { createSignedInAuth } from '../../session/testing/testSession.ts';
import { renderScreen } from '../../testing/renderScreen.tsx';
import { setPageConfiguration } from '../../testing/setPageConfiguration.ts';
import AccountScreen from './AccountScreen.tsx';
import PasswordScreen from './PasswordScreen.tsx';
import SessionsScreen from './SessionsScreen.tsx';
import { reauthenticationTexts } from '../../session/reauthenticationTexts.ts';
import { texts } from './texts.ts';

const email = 'lan@shop.test';
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const thisSession: AccountSession = {
  id: 's1',
  current: true,
  browser: 'Chrome, Windows',
  address: '203.0.113.7',
  remembered: false,
  signedInAt: minutesAgo(5),
  lastUsedAt: minutesAgo(1),
  endsAt: minutesAgo(-700),
};
const phone: AccountSession = {
  ...thisSession,
  id: 's2',
  current: false,
  browser: 'Safari, iPhone',
  remembered: true,
};

const done = () => new Response(null, { status: 204 });
const refusal = (status: number, error: string, message: string) =>
  Response.json({ statusCode: status, error, message }, { status });

interface Provider {
  sessions?: readonly AccountSession[];
  isLinked?: boolean;
  /** Fails all reads of the link. */
  isDown?: boolean;
  /** Responds to changes, such as `POST /password`. */
  change?: (call: string) => Response | Promise<Response>;
}

/** Renders a screen of a user whose account the provider answers for. */
function renderAccount(screen: () => ReactNode, provider: Provider = {}) {
  setPageConfiguration();
  const { change = done, isLinked = false } = provider;
  let sessions = provider.sessions ?? [thisSession];
  let linkReads = 0;
  const changes: { call: string; body: unknown }[] = [];
  const left: string[] = [];
  const identity = createIdentityClient({
    origin: 'https://id.example.test',
    language: 'vi',
    token: () => 'token',
    onRefused: () => undefined,
    async fetch(input, init) {
      const { pathname } = new URL(new Request(input).url);
      const path = pathname.replace('/api/v1.0/users/me', '');
      if (init?.method === 'GET' && path === '/sessions') return Response.json({ items: sessions });
      if (init?.method === 'GET') {
        linkReads += 1;
        if (provider.isDown) return new Response(null, { status: 503 });
        const link = { linkedAt: minutesAgo(50_000), lastUsedAt: minutesAgo(60) };
        return Response.json({ link: isLinked ? link : null });
      }
      const call = `${init?.method} ${path}`;
      changes.push({ call, body: typeof init?.body === 'string' ? JSON.parse(init.body) : null });
      const response = await change(call);
      if (response.ok) sessions = sessions.filter(({ id }) => !path.endsWith(`/${id}`));
      return response;
    },
  });
  const present = createSignedInAuth('person');
  const user = present.user && { ...present.user, profile: { sub: 'person', email } };
  renderScreen({
    screen,
    path: '/',
    at: '/',
    answer: () => new Response(null, { status: 500 }),
    session: {
      present: { ...present, user },
      identity,
      signOut: async (options) =>
        void left.push(options?.isAccountDeleted ? 'deleted' : 'signed out'),
      signInAgain: async (path) => void left.push(path),
    },
  });
  return { changes, left, linkReads: () => linkReads };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByLabelText(name, { exact: true });

describe('the deletion of the account', () => {
  const labels = texts.account;
  const confirmation = () => field(labels.typeToConfirm(email));

  it('explains itself, and needs the typed email address and the password', async () => {
    const { changes, left } = renderAccount(AccountScreen);
    await button(labels.removeAction).click();
    for (const point of labels.consequences)
      await expect.element(page.getByText(point)).toBeVisible();
    await button(labels.removeNow).click();
    await expect.element(page.getByText(labels.typeMissing(email))).toBeVisible();
    await expect.element(confirmation()).toHaveFocus();
    expect(await violations()).toEqual([]);
    await confirmation().fill(email.toUpperCase());
    await button(labels.removeNow).click();
    await expect.element(field(texts.currentPassword)).toHaveFocus();
    expect(changes).toEqual([]);
    await field(texts.currentPassword).fill('bốn con mèo trên mái');
    await button(labels.removeNow).click();
    // The page after the sign-out says so.
    await expect.poll(() => left).toEqual(['deleted']);
    expect(changes).toEqual([
      { call: 'POST /removal', body: { currentPassword: 'bốn con mèo trên mái' } },
    ]);
  });

  it('shows why it was refused, and keeps the user signed in', async () => {
    const message = 'Bạn là chủ nhóm cuối cùng.';
    const { left } = renderAccount(AccountScreen, {
      change: () => refusal(409, 'last_owner', message),
    });
    await button(labels.removeAction).click();
    await confirmation().fill(email);
    await field(texts.currentPassword).fill('bốn con mèo trên mái');
    await button(labels.removeNow).click();
    await expect.element(page.getByRole('alert').getByText(message)).toBeVisible();
    expect(left).toEqual([]);
  });

  it('asks for a sign-in first if the last one is too long ago', async () => {
    const { left } = renderAccount(AccountScreen, {
      sessions: [{ ...thisSession, signedInAt: minutesAgo(20) }],
    });
    await button(labels.removeAction).click();
    await expect.element(page.getByText(reauthenticationTexts.title)).toBeVisible();
    await expect.element(confirmation()).not.toBeInTheDocument();
    await button(reauthenticationTexts.action).click();
    await expect.poll(() => left).toEqual(['/settings/account']);
  });

  it('may leave the password empty where Google alone may sign in', async () => {
    const { changes } = renderAccount(AccountScreen, { isLinked: true });
    await button(labels.removeAction).click();
    await expect.element(page.getByText(texts.currentPasswordHelp)).toBeVisible();
    await confirmation().fill(email);
    await button(labels.removeNow).click();
    await expect
      .poll(() => changes)
      .toEqual([{ call: 'POST /removal', body: { currentPassword: '' } }]);
  });
});

describe('the link to Google', () => {
  const labels = texts.account;

  it('is removed with the password; a wrong one is shown at its field', async () => {
    const message = 'Mật khẩu hiện tại không đúng.';
    let isWrong = true;
    const { changes } = renderAccount(AccountScreen, {
      isLinked: true,
      change: () => (isWrong ? refusal(403, 'wrong_password', message) : done()),
    });
    await button(labels.unlink).click();
    const dialog = page.getByRole('dialog', { name: labels.unlinkTitle });
    await dialog.getByRole('button', { name: labels.unlink }).click();
    await expect
      .element(dialog.getByLabelText(texts.currentPassword, { exact: true }))
      .toHaveFocus();
    await dialog.getByLabelText(texts.currentPassword, { exact: true }).fill('sai');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText(message)).toBeVisible();
    isWrong = false;
    await dialog.getByLabelText(texts.currentPassword, { exact: true }).fill('đúng');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(labels.unlinked)).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(changes.map(({ call }) => call)).toEqual(Array(2).fill('POST /google/removal'));
  });

  it('stays as it is known if it cannot be fetched again', async () => {
    const provider: Provider = { isLinked: true };
    const { linkReads } = renderAccount(AccountScreen, provider);
    await expect.element(button(labels.unlink)).toBeVisible();
    provider.isDown = true;
    const before = linkReads();
    // The second one begins after the first has failed.
    await expect
      .poll(() => window.dispatchEvent(new Event('visibilitychange')) && linkReads())
      .toBeGreaterThan(before + 1);
    expect(page.getByText(labels.googleFailed).query()).toBeNull();
    await expect.element(button(labels.unlink)).toBeVisible();
  });

  it('can be fetched again if that has failed', async () => {
    const provider: Provider = { isDown: true };
    renderAccount(AccountScreen, provider);
    await expect.element(page.getByText(labels.googleFailed)).toBeVisible();
    provider.isDown = false;
    await button(sharedTexts.tryAgain).click();
    await expect.element(page.getByText(labels.notLinked)).toBeVisible();
  });
});

describe('the change of the email address', () => {
  const form = () => page.getByRole('region', { name: texts.email.block });

  it('says where the confirmation was sent', async () => {
    const { changes } = renderAccount(PasswordScreen);
    await expect.element(form().getByText(texts.email.now(email))).toBeVisible();
    await form().getByLabelText(texts.email.label).fill('  moi@shop.test ');
    await form().getByLabelText(texts.currentPassword, { exact: true }).fill('bốn con mèo');
    await form().getByRole('button', { name: texts.email.save }).click();
    await expect.element(form().getByText(texts.email.sentText('moi@shop.test'))).toBeVisible();
    await expect.element(form().getByLabelText(texts.email.label)).toHaveValue('');
    expect(changes).toEqual([
      { call: 'POST /email', body: expect.objectContaining({ email: 'moi@shop.test' }) },
    ]);
    expect(await violations()).toEqual([]);
  });

  it('keeps what is typed while another address is sent', async () => {
    const answer = Promise.withResolvers<Response>();
    renderAccount(PasswordScreen, { change: () => answer.promise });
    const address = form().getByLabelText(texts.email.label);
    await address.fill('moi@shop.test');
    await form().getByLabelText(texts.currentPassword, { exact: true }).fill('bốn con mèo');
    await form().getByRole('button', { name: texts.email.save }).click();
    await address.fill('moi2@shop.test');
    answer.resolve(done());
    await expect.element(form().getByText(texts.email.sentText('moi@shop.test'))).toBeVisible();
    await expect.element(address).toHaveValue('moi2@shop.test');
  });

  it('needs an email address, and gives way to a sign-in that the provider requires', async () => {
    const { changes } = renderAccount(PasswordScreen, {
      change: () => refusal(403, 'fresh_sign_in_required', 'Hãy đăng nhập lại.'),
    });
    const address = form().getByLabelText(texts.email.label);
    await address.fill('không phải email');
    await form().getByLabelText(texts.currentPassword, { exact: true }).fill('bốn con mèo');
    await form().getByRole('button', { name: texts.email.save }).click();
    await expect.element(address).toHaveFocus();
    await expect.element(address).toHaveAttribute('aria-invalid', 'true');
    expect(changes).toEqual([]);
    await address.fill('moi@shop.test');
    await form().getByRole('button', { name: texts.email.save }).click();
    await expect.element(page.getByText(reauthenticationTexts.title)).toBeVisible();
    await expect.element(form()).not.toBeInTheDocument();
  });
});

describe('the change of the password', () => {
  const form = () => page.getByRole('region', { name: texts.password.block });

  it('reports a rejected password at its field, and what is still open after a change', async () => {
    const message = 'Mật khẩu này quá phổ biến.';
    let isCommon = true;
    renderAccount(PasswordScreen, {
      change: () => (isCommon ? refusal(400, 'password_common', message) : done()),
    });
    await form().getByLabelText(texts.currentPassword, { exact: true }).fill('bốn con mèo');
    const chosen = form().getByLabelText(texts.password.newPassword, { exact: true });
    await chosen.fill('passwordpassword');
    await form().getByRole('button', { name: texts.password.save }).click();
    await expect.element(form().getByText(message)).toBeVisible();
    await expect.element(chosen).toHaveFocus();
    isCommon = false;
    await chosen.fill('năm con vịt dưới ao');
    await form().getByRole('button', { name: texts.password.save }).click();
    await expect.element(page.getByText(texts.password.saved)).toBeVisible();
    await expect.element(form().getByText(texts.password.stillOpen)).toBeVisible();
    await expect.element(chosen).toHaveValue('');
  });
});

describe('the sessions', () => {
  const labels = texts.sessions;

  it('are listed by device, and end one by one', async () => {
    const { changes } = renderAccount(SessionsScreen, { sessions: [thisSession, phone] });
    const rows = page.getByRole('region', { name: labels.list }).getByRole('listitem');
    await expect.element(rows.nth(1).getByText('Safari, iPhone', { exact: true })).toBeVisible();
    await expect.element(rows.nth(0).getByText(labels.current)).toBeVisible();
    expect(await violations()).toEqual([]);
    await button(labels.endOf('Safari, iPhone')).click();
    await expect.element(page.getByText(labels.ended)).toBeVisible();
    await expect.element(rows.nth(1)).not.toBeInTheDocument();
    await expect.element(page.getByText(labels.only, { exact: false })).toBeVisible();
    expect(changes).toEqual([{ call: 'DELETE /sessions/s2', body: null }]);
  });

  it('end all at once after a confirmation, and ask for a sign-in where the provider requires one', async () => {
    let isStale = true;
    const { changes, left } = renderAccount(SessionsScreen, {
      sessions: [thisSession, phone],
      change: () =>
        isStale ? refusal(403, 'fresh_sign_in_required', 'Hãy đăng nhập lại.') : done(),
    });
    await button(labels.endOthers).click();
    const dialog = page.getByRole('dialog', { name: labels.confirm });
    await expect.element(dialog.getByText(labels.confirmText(1))).toBeVisible();
    await dialog.getByRole('button', { name: labels.keep }).click();
    expect(changes).toEqual([]);
    await button(labels.endOthers).click();
    await dialog.getByRole('button', { name: labels.endOthers }).click();
    await button(reauthenticationTexts.action).click();
    await expect.poll(() => left).toEqual(['/settings/sessions']);
    isStale = false;
    await userEvent.keyboard('{Escape}');
    await button(labels.endOthers).click();
    await dialog.getByRole('button', { name: labels.endOthers }).click();
    await expect.element(page.getByText(labels.endedOthers)).toBeVisible();
    expect(changes.map(({ call }) => call)).toEqual(Array(2).fill('DELETE /sessions'));
  });
});
