import { renderToString } from 'react-dom/server';
import { beginPlaceholder, interactionPlaceholder, titleOf, type SignInState } from './pages.ts';
import { SignInPage } from './SignInPage.tsx';

export { errorCodes, pageNames } from './pages.ts';

/** One page of the login area as the build writes it. */
export function prerender(what: Pick<SignInState, 'page' | 'language' | 'error'>): {
  title: string;
  /** Attributes of the root element, from which the script in the browser takes the same state. */
  attributes: Record<string, string>;
  markup: string;
} {
  const state = { ...what, interaction: interactionPlaceholder, begin: beginPlaceholder };
  return {
    title: titleOf(what.page, what.language),
    attributes: {
      'data-page': what.page,
      'data-error': what.error ?? '',
      'data-interaction': state.interaction,
      'data-begin': state.begin,
    },
    markup: renderToString(<SignInPage state={state} />),
  };
}
