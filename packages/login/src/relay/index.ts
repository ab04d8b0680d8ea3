/**
 * Hands the authorization response in this page's address to the page around it, which asked for it through a hidden
 * frame. It is all that the page behind `silentRedirectUri` has to do; the response goes to this origin only, and the
 * login layer there checks that it is the one it waits for.
 */
export function relayResponse(): void {
  const response = Object.fromEntries(new URLSearchParams(location.search));
  parent.postMessage({ type: 'authorization_response', response }, location.origin);
}
