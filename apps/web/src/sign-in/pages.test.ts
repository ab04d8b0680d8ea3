import { pageStates, type PageName } from '@seller-connect/contract/login-pages';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { SignInPage } from './SignInPage.tsx';
import {
  pageHeading,
  pageNames,
  privacyVersion,
  signInTexts,
  type PageState,
  type ServerValues,
} from './pages.ts';
import { files, prerender } from './prerender.tsx';
import { PrivacyNotice } from './PrivacyNotice.tsx';
import type { Language } from '../storage.ts';

const shown = (
  page: PageName,
  language: Language,
  pageState: PageState | null = null,
  more: Partial<ServerValues> = {},
) => {
  const state = {
    page,
    language,
    pageState,
    interaction: 'abc',
    begin: '/',
    token: 'secret-of-link',
    rawRetention: '365 days',
    disconnectedRetention: '90 days',
    loginHint: 'lan@shop.vn',
    toolQuery: '',
    toolName: '',
    toolUrl: '',
    signIn: '/oauth/authorize?interaction=abc',
    confirm: '/oauth/interaction/abc/verify-email',
    ...more,
  };
  const notice = page === 'privacy' ? createElement(PrivacyNotice, { state }) : null;
  return renderToStaticMarkup(createElement(SignInPage, { state, notice }));
};
const fieldsOf = (markup: string) =>
  [...markup.matchAll(/<input[^>]*\sname="(\w+)"/g)].map((match) => match[1]);

describe('the login screen', () => {
  it('spec 3: asks for username, password and remember me', () => {
    const markup = shown('login', 'en');
    expect(fieldsOf(markup)).toEqual(['username', 'password', 'remember']);
  });

  it('prefills the username that the application expects', () => {
    expect(shown('login', 'vi')).toMatch(/name="username"[^>]* value="lan@shop.vn"/);
  });

  it('names the referring reporting tool, passes it to the next pages and links back to it', () => {
    const markup = shown('login', 'en', null, {
      toolQuery: '&reporting_tool=abc',
      toolName: 'Sổ Bán Hàng',
      toolUrl: 'https://tool.test/',
    });
    expect(markup).toContain(signInTexts.en.arrival('Sổ Bán Hàng'));
    expect(markup).toContain('href="https://tool.test/"');
    expect(markup).toContain(
      'href="/register?interaction=abc&amp;reporting_tool=abc&amp;ui_locales=en"',
    );
  });

  it('spec 1: links to forgot password, register and a Google login', () => {
    const markup = shown('login', 'en');
    expect(markup).toContain('href="/oauth/interaction/abc/google"');
    for (const address of ['/forgot-password', '/register']) {
      expect(markup).toContain(`href="${address}?interaction=abc&amp;ui_locales=en"`);
    }
  });

  it('says why a Google login failed, and keeps the other fields', () => {
    for (const pageState of [
      'google_cancelled',
      'google_embedded',
      'google_prove',
      'google_unavailable',
    ] as const) {
      for (const language of ['vi', 'en'] as const) {
        const markup = shown('login', language, pageState);
        expect(markup).toContain(signInTexts[language].errors[pageState]);
        expect(fieldsOf(markup)).toContain('password');
      }
    }
  });

  it('lists the demo accounts only in the files of demo mode', () => {
    for (const { page, pageState, demo } of files) {
      for (const language of ['vi', 'en'] as const) {
        const { markup } = prerender({ page, pageState, language, demo });
        expect(markup.match(/@demo\.test/g) ?? []).toHaveLength(demo ? 3 : 0);
        expect(markup.includes('demo-accounts')).toBe(demo);
      }
    }
    expect(files.filter(({ demo }) => demo).map(({ page }) => page)).toContain('login');
  });

  it('posts without script to the interaction that it is bound to', () => {
    const markup = shown('login', 'vi');
    expect(markup).toContain('method="post"');
    expect(markup).toContain('action="/oauth/interaction/abc/login"');
  });

  it.each(pageNames)('spec 1: %s is in Vietnamese and English', (page) => {
    for (const language of ['vi', 'en'] as const) {
      for (const pageState of [null, ...pageStates[page]]) {
        const title = pageHeading(page, pageState, language);
        expect(shown(page, language, pageState)).toContain(`${title}</h1>`);
      }
    }
  });
});

const resetFields = [
  'password',
  'google',
  'google',
  'revoke_access',
  'token',
  'interaction',
  'language',
] as const;

describe('the forms of the login area', () => {
  it.each([
    ['register', '/register', ['name', 'email', 'password', 'privacy', 'interaction', 'language']],
    ['forgot-password', '/forgot-password', ['email', 'interaction', 'language']],
    ...(['reset-password', 'undo-email'] as const).map(
      (page) => [page, `/${page}`, resetFields] as const,
    ),
    ['unlock', '/unlock', ['token', 'interaction', 'language']],
    [
      'first-administrator',
      '/first-administrator',
      ['name', 'email', 'password', 'token', 'interaction', 'language'],
    ],
    ['verify-email', '/oauth/interaction/abc/verify-email', ['token', 'interaction', 'language']],
  ] as const)('%s posts without script to %s', (page, action, fields) => {
    const markup = shown(page, 'vi');
    expect(markup).toContain(`action="${action}"`);
    expect(fieldsOf(markup)).toEqual(fields);
  });

  it('allow pasting and storing passwords, of up to 256 characters', () => {
    for (const page of ['register', 'reset-password'] as const) {
      const field = /<input[^>]*name="password"[^>]*>/.exec(shown(page, 'vi'))?.[0] ?? '';
      expect(field).toMatch(/autocomplete="new-password"/i);
      expect(field).toMatch(/maxlength="256"/i);
      expect(field).not.toMatch(/onpaste|minlength|pattern/i);
    }
  });

  it('require the chosen password if another browser registered', () => {
    expect(fieldsOf(shown('verify-email', 'vi', 'password'))).toContain('password');
  });

  it('have no form once the link has expired, but a link to a new one', () => {
    for (const [page, way, pageState = 'link_expired'] of [
      ['reset-password', '/forgot-password?interaction=abc&amp;ui_locales=vi'],
      ['unlock', '/oauth/authorize?interaction=abc'],
      ['undo-email', '/forgot-password?interaction=abc&amp;ui_locales=vi'],
      ['verify-email', '/register?interaction=abc&amp;ui_locales=vi'],
      ['verify-email', 'https://app.test/settings/password', 'change_expired'],
    ] as const) {
      const markup = shown(page, 'vi', pageState, { begin: 'https://app.test/' });
      expect(markup).not.toContain('<form');
      // The primary action, which comes first.
      expect(/<a [^>]*href="([^"]*)"/.exec(markup.slice(markup.indexOf('role="alert"')))?.[1]).toBe(
        way,
      );
    }
  });

  it('say how to get another link for the first administrator', () => {
    const markup = shown('first-administrator', 'en', 'link_expired');
    expect(markup).not.toContain('<form');
    expect(markup).toContain(signInTexts.en.forms.restartForLink);
  });

  it('say that an email address belongs to another account, with the remaining options', () => {
    const markup = shown('verify-email', 'en', 'email_taken');
    expect(markup).toContain(signInTexts.en.forms.errors.email_taken);
    expect(markup).not.toContain('<form');
    expect(markup).toContain('href="/oauth/authorize?interaction=abc"');
    expect(markup).toContain('href="/forgot-password?interaction=abc&amp;ui_locales=en"');
  });

  it('say which address is confirmed already, and lead to the account', () => {
    const markup = shown('verify-email', 'en', 'confirmed');
    expect(markup).toContain(signInTexts.en.forms.alreadyConfirmed);
    expect(markup).toContain('lan@shop.vn');
    expect(markup).not.toContain('<form');
    expect(markup).not.toContain('/register');
    expect(markup).toContain('href="/oauth/authorize?interaction=abc"');
  });

  it('keep their token when the language is switched, and drop it when done', () => {
    expect(shown('reset-password', 'vi')).toContain('token=secret-of-link&amp;ui_locales=en');
    expect(shown('reset-password', 'vi', 'done')).not.toContain('secret-of-link');
  });
});

describe('the privacy notice', () => {
  it('is linked where an account is created, and states how long data are stored', () => {
    for (const language of ['vi', 'en'] as const) {
      for (const page of ['register', 'login'] as const) {
        expect(shown(page, language)).toContain(
          `href="/privacy?interaction=abc&amp;ui_locales=${language}"`,
        );
      }
      const notice = shown('privacy', language);
      expect(notice).toContain('365 days');
      expect(notice).toContain('90 days');
    }
  });

  it('has the version that the server records', () => {
    expect(privacyVersion).toBe('2026-11-24');
    expect(shown('register', 'vi')).toContain(`name="privacy" value="${privacyVersion}"`);
  });
});
