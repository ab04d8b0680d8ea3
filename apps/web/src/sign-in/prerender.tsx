import { pageStates } from '@seller-connect/contract/login-pages';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { DemoAccounts } from './DemoAccounts.tsx';
import { pageNames, placeholders, documentTitle, type SignInState } from './pages.ts';
import { PrivacyNotice } from './PrivacyNotice.tsx';
import { SignInPage } from './SignInPage.tsx';

/** All files of the login area, per language. The state `null` is the initial page. */
export const files = pageNames.flatMap((page) =>
  [null, ...pageStates[page]].flatMap((pageState) =>
    (page === 'login' ? [false, true] : [false]).map((demo) => ({ page, pageState, demo })),
  ),
);

/** Renders a page of the login area for the build. */
export function prerender({
  demo,
  ...what
}: Pick<SignInState, 'page' | 'language' | 'pageState'> & {
  /** Whether the page lists the demo accounts. */
  demo: boolean;
}): {
  title: string;
  /** Attributes of the root element, from which the browser script restores the state. */
  attributes: Record<string, string>;
  markup: string;
} {
  const state = { ...what, ...placeholders };
  return {
    title: documentTitle(what.page, what.pageState, what.language),
    attributes: {
      'data-page': what.page,
      'data-page-state': what.pageState ?? '',
      'data-interaction': placeholders.interaction,
      'data-begin': placeholders.begin,
      'data-sign-in': placeholders.signIn,
      'data-confirm': placeholders.confirm,
      'data-token': placeholders.token,
      'data-raw-retention': placeholders.rawRetention,
      'data-disconnected-retention': placeholders.disconnectedRetention,
      'data-tool-query': placeholders.toolQuery,
      'data-tool-name': placeholders.toolName,
      'data-tool-url': placeholders.toolUrl,
      'data-login-hint': placeholders.loginHint,
    },
    markup: renderToString(
      <SignInPage
        state={state}
        notice={<PrivacyNotice state={state} />}
        demoAccounts={demo ? renderToStaticMarkup(<DemoAccounts state={state} />) : null}
      />,
    ),
  };
}
