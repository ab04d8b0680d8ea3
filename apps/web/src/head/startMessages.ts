import type { Language } from '../i18n/language.ts';

interface Message {
  readonly title: string;
  readonly text: string;
}

const unsupportedBrowser: Readonly<Record<Language, Message>> = {
  vi: {
    title: 'Trình duyệt này quá cũ',
    text: 'Hãy cập nhật trình duyệt hoặc hệ điều hành rồi mở lại trang này. Seller Connect cần Chrome hoặc Edge 122, Firefox 127, Safari 17.4 (iOS 17.4) trở lên.',
  },
  en: {
    title: 'This browser is too old',
    text: 'Update the browser or the operating system, then open this page again. Seller Connect needs Chrome or Edge 122, Firefox 127, Safari 17.4 (iOS 17.4), or a later version.',
  },
};

const failedLoad: Readonly<Record<Language, Message & { readonly reload: string }>> = {
  vi: {
    title: 'Chưa tải được Seller Connect',
    text: 'Kết nối mạng bị gián đoạn, hoặc ứng dụng vừa được cập nhật. Kiểm tra mạng rồi tải lại trang.',
    reload: 'Tải lại',
  },
  en: {
    title: 'Couldn’t load Seller Connect',
    text: 'Your connection was interrupted, or the app was just updated. Check your connection and reload the page.',
    reload: 'Reload',
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
  document.addEventListener('DOMContentLoaded', () => showMessage(unsupportedBrowser[language]));
}

/** Shows that the application could not be loaded. The page reloads on request, and once the network is back. */
export function showFailedLoad(language: Language): void {
  const { reload, ...message } = failedLoad[language];
  const button = document.createElement('button');
  button.style.cssText =
    'min-height: 44px; margin-top: 16px; padding: 0 16px; font: inherit; background: var(--brand-fill); color: var(--on-brand); border: 0; border-radius: var(--radius-control)';
  button.textContent = reload;
  const onReload = () => window.location.reload();
  button.addEventListener('click', onReload);
  window.addEventListener('online', onReload);
  showMessage(message, button);
}

function showMessage({ title, text }: Message, ...actions: readonly HTMLElement[]): void {
  const page = document.createElement('main');
  page.style.cssText = 'max-width: 420px; margin: 20vh auto; padding: 16px';
  const heading = document.createElement('h1');
  heading.style.fontSize = '24px';
  heading.textContent = title;
  const paragraph = document.createElement('p');
  paragraph.textContent = text;
  page.append(heading, paragraph, ...actions);
  document.body.replaceChildren(page);
}
