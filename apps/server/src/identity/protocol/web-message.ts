import { inlineSource } from '../../platform/http/security-headers.ts';
import type { KoaContextWithOIDC } from 'oidc-provider';

/** The specification's silent mode (section 7): a hidden frame posts the response to its parent page. */
export const webMessageMode = 'simple_web_message';

// The script is the same in every response, so that its hash is constant. The response is data, which is never run.
const script = `(function () {
  var answer = JSON.parse(document.getElementById('answer').textContent);
  var receiver = window.parent !== window ? window.parent : window.opener;
  if (receiver) receiver.postMessage({ type: 'authorization_response', response: answer.response }, answer.origin);
})();`;

const scriptSource = inlineSource(script);

/**
 * Sends a page that posts the response to the origin of the registered redirect URI. Only that origin may frame the
 * page. Error responses have status 200 too.
 */
export function respondByWebMessage(
  ctx: KoaContextWithOIDC,
  redirectUri: string,
  response: Record<string, unknown>,
): void {
  const { origin } = new URL(redirectUri);
  ctx.status = 200;
  ctx.type = 'html';
  ctx.set(
    'content-security-policy',
    `default-src 'none'; script-src ${scriptSource}; base-uri 'none'; form-action 'none'; frame-ancestors ${origin}`,
  );
  ctx.remove('cross-origin-opener-policy');
  // `<` could end the script element; escaping also covers `-->` and the line separators.
  const data = JSON.stringify({ response, origin }).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  ctx.body = `<!doctype html><html><head><meta charset="utf-8"><title>Seller Connect</title></head><body><script type="application/json" id="answer">${data}</script><script>${script}</script></body></html>`;
}
