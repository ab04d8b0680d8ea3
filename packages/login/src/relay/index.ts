/**
 * Posts the authorization response in this page's URL to the parent window, whose hidden frame requested
 * it. The page at `silentRedirectUri` needs nothing else. The message goes to this origin only, and the
 * library checks that the response belongs to its request.
 */
export function relayResponse(): void {
  const response = Object.fromEntries(new URLSearchParams(location.search));
  parent.postMessage({ type: 'authorization_response', response }, location.origin);
}
