import type { OpenInvitation } from '@seller-connect/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findings, signedInAuth, signedOutAuth, renderApp } from '../../app/testing/renderApp.tsx';
import type { AppSession } from '../../session/index.ts';
import { storage } from '../../storage.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { texts } from './texts.ts';

const invitation: OpenInvitation = {
  team: 'Hoa Mai',
  role: 'viewer',
  email: 'lan@shop.test',
  invitedBy: 'Minh',
  expiresAt: '2026-11-30T00:00:00Z',
};

const withEmail = (email: string) => ({
  ...signedInAuth,
  user: signedInAuth.user && {
    ...signedInAuth.user,
    profile: { ...signedInAuth.user.profile, email },
  },
});

const show = (session: typeof signedInAuth, answer: unknown = invitation, at = '/join?token=abc') =>
  renderApp(at, { session, answers: { 'POST /invitation': answer } });

beforeEach(() => localStorage.clear());

describe('an invitation', () => {
  it('leads to the sign-in and back when logged out, by keyboard', async () => {
    const { signIn } = show(signedOutAuth);
    const button = page.getByRole('button', { name: texts.signIn });
    await expect.element(button).toBeVisible();
    await expect.element(page.getByText(texts.signInText('lan@shop.test'))).toBeVisible();
    expect(await findings()).toEqual([]);
    button.element().focus();
    await userEvent.keyboard('{Enter}');
    await vi.waitFor(() => expect(signIn).toHaveBeenCalledWith('/join?token=abc'), {
      timeout: 60_000,
    });
  });

  it('starts one login for a user who left to register and is back', async () => {
    storage.invitation.write({ at: Date.now(), token: 'abc' });
    const { signInByItself } = show(signedOutAuth);
    await vi.waitFor(() => expect(signInByItself).toHaveBeenCalledWith('/join?token=abc'), {
      timeout: 60_000,
    });
    expect(signInByItself).toHaveBeenCalledTimes(1);
    expect(storage.invitation.read()).toBeNull();
  });

  it('says what the role allows, and can be accepted by the invited account', async () => {
    show(withEmail('LAN@shop.test'));
    await expect.element(page.getByRole('button', { name: texts.accept })).toBeVisible();
    expect(document.body.textContent).toContain(texts.may.viewer);
    expect(await findings()).toEqual([]);
  });

  it('cannot be accepted by another account, which can be switched', async () => {
    show(withEmail('other@shop.test'));
    await expect.element(page.getByRole('button', { name: texts.switch })).toBeVisible();
    await expect
      .element(page.getByText(texts.other('lan@shop.test', 'other@shop.test')))
      .toBeVisible();
    expect(page.getByRole('button', { name: texts.accept }).query()).toBeNull();
    await expect
      .element(page.getByRole('link', { name: texts.later }))
      .toHaveAttribute('href', '/');
    expect(await findings()).toEqual([]);
  });

  it('that was withdrawn while it was open offers no further attempt', async () => {
    const message = 'Lời mời đã được thu hồi.';
    const refusal = { statusCode: 410, error: 'invitation_withdrawn', message, requestId: 'r' };
    renderApp('/join?token=abc', {
      session: withEmail('lan@shop.test'),
      parts: { changeTeam: async (call) => void (await call()) },
      answers: {
        'POST /invitation': invitation,
        'POST /invitation/accept': Response.json(refusal, { status: 410 }),
      },
    });
    await page.getByRole('button', { name: texts.accept }).click();
    // Once: a notification would repeat it.
    await expect.element(page.getByText(message)).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
    await expect
      .element(page.getByRole('link', { name: sharedTexts.backHome }))
      .toHaveAttribute('href', '/');
    expect(document.body.textContent).not.toContain(texts.ownTeam);
    expect(page.getByRole('button', { name: texts.accept }).query()).toBeNull();
    expect(await findings()).toEqual([]);
  });

  it('for another address, which only the server knows, offers to switch the account, by keyboard', async () => {
    const message = 'Lời mời này dành cho một địa chỉ email khác.';
    const refusal = { statusCode: 409, error: 'other_address', message, requestId: 'r' };
    const signInAgain = vi.fn<AppSession['signInAgain']>(() => Promise.reject(new Error('down')));
    renderApp('/join?token=abc', {
      // Without a claim of the email, the page cannot compare it.
      session: signedInAuth,
      parts: { changeTeam: async (call) => void (await call()), signInAgain },
      answers: {
        'POST /invitation': invitation,
        'POST /invitation/accept': Response.json(refusal, { status: 409 }),
      },
    });
    const accept = page.getByRole('button', { name: texts.accept });
    await expect.element(accept).toBeVisible();
    accept.element().focus();
    await userEvent.keyboard('{Enter}');
    // Once: a notification would repeat it.
    await expect.element(page.getByRole('alert').getByText(message)).toBeVisible();
    await expect.element(accept).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(await findings()).toEqual([]);
    await userEvent.keyboard('{Tab}');
    const change = page.getByRole('button', { name: texts.switch });
    await expect.element(change).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(signInAgain).toHaveBeenCalledExactlyOnceWith('/join?token=abc');
    // The sign-in could not start, and the button can be pressed again.
    await expect.element(change).not.toHaveAttribute('aria-busy', 'true');
    await expect.element(change).toHaveFocus();
  });

  it('that has expired shows the server’s message, without a retry', async () => {
    const message = 'Lời mời này đã hết hạn.';
    const refusal = { statusCode: 410, error: 'expired', message, requestId: 'r' };
    show(signedOutAuth, Response.json(refusal, { status: 410 }));
    // Once: a notification would repeat it.
    await expect.element(page.getByText(message)).toBeVisible();
    expect(page.getByText(sharedTexts.error, { exact: true }).query()).toBeNull();
    expect(page.getByRole('button', { name: sharedTexts.tryAgain }).query()).toBeNull();
    await expect
      .element(page.getByRole('link', { name: sharedTexts.backHome }))
      .toHaveAttribute('href', '/');
    expect(await findings()).toEqual([]);
  });

  it.each([429, 503])('can be retried if the server responds %i', async (status) => {
    const refusal = { statusCode: status, error: 'busy', message: 'Later', requestId: 'r' };
    show(signedOutAuth, Response.json(refusal, { status }));
    await expect.element(page.getByRole('button', { name: sharedTexts.tryAgain })).toBeVisible();
  });

  it('keeps the focus at its heading when an attempt is final', async () => {
    const refusal = (status: number) => ({
      statusCode: status,
      error: 'refused',
      message: 'No',
      requestId: 'r',
    });
    const answers: Record<string, unknown> = {
      'POST /invitation': Response.json(refusal(503), { status: 503 }),
    };
    renderApp('/join?token=abc', { session: signedOutAuth, answers });
    const again = page.getByRole('button', { name: sharedTexts.tryAgain });
    await expect.element(again).toBeVisible();
    answers['POST /invitation'] = Response.json(refusal(410), { status: 410 });
    await again.click();
    await expect.element(again).not.toBeInTheDocument();
    const heading = page.getByRole('heading', { name: texts.invalid });
    await expect.element(heading).toHaveFocus();
  });

  it('without its token sends no request', async () => {
    const { requests } = show(signedOutAuth, invitation, '/join');
    await expect.element(page.getByText(texts.noToken)).toBeVisible();
    expect(requests).not.toContain('POST /invitation');
  });
});
