import type { Language } from '../i18n/language.ts';

const texts: Readonly<Record<Language, { readonly title: string; readonly text: string }>> = {
  vi: {
    title: 'Trình duyệt này quá cũ',
    text: 'Hãy cập nhật trình duyệt hoặc hệ điều hành rồi mở lại trang này. Seller Connect cần Chrome hoặc Edge 122, Firefox 127, Safari 17.4 (iOS 17.4) trở lên.',
  },
  en: {
    title: 'This browser is too old',
    text: 'Update the browser or the operating system, then open this page again. Seller Connect needs Chrome or Edge 122, Firefox 127, Safari 17.4 (iOS 17.4), or a later version.',
  },
};

/**
 * Whether the browser has what the application uses. The newest parts are set methods (Chrome 122, Firefox 127) and
 * `Promise.withResolvers` (Safari 17.4); `lib` in the TypeScript configuration allows nothing later.
 */
export function isSupportedBrowser(): boolean {
  return 'union' in Set.prototype && 'withResolvers' in Promise;
}

/** Shows what to do in place of the application, which would fail somewhere. */
export function showUnsupportedBrowser(language: Language): void {
  document.addEventListener('DOMContentLoaded', () => {
    const page = document.createElement('main');
    page.style.cssText = 'max-width: 420px; margin: 20vh auto; padding: 16px';
    const heading = document.createElement('h1');
    heading.style.fontSize = '24px';
    heading.textContent = texts[language].title;
    const text = document.createElement('p');
    text.textContent = texts[language].text;
    page.append(heading, text);
    document.body.replaceChildren(page);
  });
}
