import '../theme/styles.ts';
import { hydrateRoot } from 'react-dom/client';
import { localizationCookie, storage, type Language } from '../storage.ts';
import { chooseMode, followTheme, schemeInEffect } from '../theme/index.ts';
import { errorCodes, pageNames, titleOf, type SignInState } from './pages.ts';
import { SignInPage } from './SignInPage.tsx';

/** Kept as a cookie too, so that the server chooses the right file the next time. */
function remember(language: Language): void {
  storage.localization.write(language);
  localizationCookie.write(language);
}

/** What the build and the server put into the page. */
function stateOf(root: HTMLElement): SignInState {
  const { page, error, interaction, begin } = root.dataset;
  return {
    page: pageNames.find((name) => name === page) ?? 'login',
    language: document.documentElement.lang === 'en' ? 'en' : 'vi',
    error: errorCodes.find((code) => code === error) ?? null,
    interaction: interaction ?? '',
    begin: begin ?? '/',
  };
}

const root = document.getElementById('root');
if (root) {
  const state = stateOf(root);
  document.title = titleOf(state.page, state.language);
  followTheme();
  hydrateRoot(
    root,
    <SignInPage
      state={state}
      onLanguage={remember}
      onSwitchTheme={() => chooseMode(schemeInEffect() === 'dark' ? 'light' : 'dark')}
    />,
  );
}
