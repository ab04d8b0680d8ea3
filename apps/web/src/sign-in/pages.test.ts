import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { SignInPage } from './SignInPage.tsx';
import { pageNames, signInTexts, type PageName } from './pages.ts';
import type { Language } from '../storage.ts';

const shown = (page: PageName, language: Language) =>
  renderToStaticMarkup(
    createElement(SignInPage, {
      state: { page, language, error: null, interaction: 'abc', begin: '/' },
    }),
  );

describe('the login screen', () => {
  it('spec 3: asks for username, password and remember me', () => {
    const markup = shown('login', 'en');
    const fields = [...markup.matchAll(/<input[^>]*\sname="(\w+)"/g)].map((match) => match[1]);
    expect(fields).toEqual(['username', 'password', 'remember']);
  });

  it('spec 1: leads to forgot password, register and a Google login', () => {
    const markup = shown('login', 'en');
    for (const address of ['/forgot-password', '/register', '/sign-in/google']) {
      expect(markup).toContain(`href="${address}?interaction=abc"`);
    }
  });

  it('posts without script to the interaction that it is bound to', () => {
    const markup = shown('login', 'vi');
    expect(markup).toContain('method="post"');
    expect(markup).toContain('action="/oauth/interaction/abc/login"');
  });

  it.each(pageNames)('spec 1: %s speaks Vietnamese and English', (page) => {
    for (const language of ['vi', 'en'] as const) {
      const texts = signInTexts[language];
      const title = page === 'login' ? texts.title : texts.notices[page].title;
      expect(shown(page, language)).toContain(`${title}</h1>`);
    }
  });
});
