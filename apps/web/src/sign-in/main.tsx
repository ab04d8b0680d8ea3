import '../theme/styles.ts';
import { hydrateRoot } from 'react-dom/client';
import { localizationCookie, storage, type Language } from '../storage.ts';
import { setThemeMode, syncTheme, getActiveScheme } from '../theme/index.ts';
import { parsePageState, pageNames, documentTitle, type SignInState } from './pages.ts';
import { SignInPage } from './SignInPage.tsx';

/** Also stores a cookie, from which the server selects the language of the next page. */
function remember(language: Language): void {
  storage.localization.write(language);
  localizationCookie.write(language);
}

/** Reads the state that build and server put into the page. */
function stateOf(root: HTMLElement): SignInState {
  const {
    page: name,
    pageState,
    interaction,
    begin,
    signIn,
    confirm,
    token,
    loginHint,
    toolQuery,
    toolName,
    toolUrl,
  } = root.dataset;
  const { rawRetention = '', disconnectedRetention = '' } = root.dataset;
  const page = pageNames.find((each) => each === name) ?? 'login';
  return {
    page,
    language: document.documentElement.lang === 'en' ? 'en' : 'vi',
    pageState: parsePageState(page, pageState),
    interaction: interaction ?? '',
    begin: begin ?? '/',
    signIn: signIn ?? '/',
    confirm: confirm ?? '/verify-email',
    token: token ?? '',
    loginHint: loginHint ?? '',
    toolQuery: toolQuery ?? '',
    toolName: toolName ?? '',
    toolUrl: toolUrl ?? '',
    rawRetention,
    disconnectedRetention,
  };
}

const root = document.getElementById('root');
if (root) {
  const state = stateOf(root);
  document.title = documentTitle(state.page, state.pageState, state.language);
  syncTheme();
  const switchTheme = () => setThemeMode(getActiveScheme() === 'dark' ? 'light' : 'dark');
  if (state.page === 'privacy') {
    // A static page without a form. Its texts are not part of this bundle, and its two controls are wired by hand.
    const other = root.querySelector<HTMLAnchorElement>('a[hreflang]');
    other?.addEventListener('click', () => remember(other.hreflang === 'en' ? 'en' : 'vi'));
    root.querySelector('header button')?.addEventListener('click', switchTheme);
  } else {
    hydrateRoot(
      root,
      <SignInPage
        state={state}
        demoAccounts={document.getElementById('demo-accounts')?.innerHTML ?? null}
        onLanguage={remember}
        onSwitchTheme={switchTheme}
      />,
    );
  }
}
