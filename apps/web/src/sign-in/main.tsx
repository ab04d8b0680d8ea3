import '../theme/styles.ts';
import { hydrateRoot } from 'react-dom/client';
import { localizationCookie, storage, type Language } from '../storage.ts';
import { setThemeMode, syncTheme, getActiveScheme } from '../theme/index.ts';
import { parsePageState, pageNames, documentTitle, type SignInState } from './pages.ts';
import { SignInPage } from './SignInPage.tsx';

/** Kept as a cookie too, so that the server chooses the right file the next time. */
function remember(language: Language): void {
  storage.localization.write(language);
  localizationCookie.write(language);
}

/** What the build and the server put into the page. */
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
    // A text without a form: its words stay out of this script, and what can be pressed is wired by hand.
    const other = root.querySelector<HTMLAnchorElement>('a[hreflang]');
    other?.addEventListener('click', () => remember(other.hreflang === 'en' ? 'en' : 'vi'));
    root.querySelector('header button')?.addEventListener('click', switchTheme);
  } else {
    hydrateRoot(
      root,
      <SignInPage state={state} onLanguage={remember} onSwitchTheme={switchTheme} />,
    );
  }
}
