import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import { inlineSource } from '../../platform/http/security-headers.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { createCookie } from '../http/cookies.ts';

// Neither a password, whose field is a text field too while it is shown, nor the hidden names of the demo accounts.
const script = `(function () {
  var key = 'typed';
  var fields = document.querySelectorAll('input:is([name=username],[name=email],[name=name],[name=remember]):not([type=hidden])');
  function property(field) { return field.type === 'checkbox' ? 'checked' : 'value'; }
  try {
    var typed = JSON.parse(sessionStorage.getItem(key)) || {};
    sessionStorage.removeItem(key);
    fields.forEach(function (field) { if (field.name in typed) field[property(field)] = typed[field.name]; });
  } catch (error) {}
  document.addEventListener('click', function (event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !event.target.closest('a[hreflang]')) return;
    var typed = {};
    fields.forEach(function (field) { typed[field.name] = field[property(field)]; });
    try { sessionStorage.setItem(key, JSON.stringify(typed)); } catch (error) {}
  });
})();`;

/** Source expression of Content-Security-Policy that allows the script. */
export const typedTextSource = inlineSource(script);

/**
 * Adds the script that keeps typed names and addresses, and whether to be remembered, when the link to the other
 * language is followed: the next page takes them from the tab's storage, not from its URL. It runs before the page's own
 * script.
 */
export function addTypedTextScript(html: string): string {
  return html.replace('</body>', () => `<script>${script}</script></body>`);
}

const TypedText = Type.Object({
  username: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  remember: Type.Optional(Type.String()),
});
export type TypedText = Static<typeof TypedText>;

/** Longer than a browser takes to follow a redirect. */
const cookieMaxAgeSeconds = 60;

/**
 * Keeps what was typed into a form without script, except the password, until the page shows its error. It is in a
 * cookie, because the URL of the page is logged.
 */
export function createTypedTextCookie(identityOrigin: string) {
  const cookie = createCookie(identityOrigin, 'seller_connect_typed');
  return {
    write(reply: FastifyReply, body: unknown): void {
      if (!Value.Check(TypedText, body)) return;
      const { username, email, name, remember } = body;
      const json = JSON.stringify({ username, email, name, remember });
      cookie.write(reply, Buffer.from(json).toString('base64url'), cookieMaxAgeSeconds);
    },
    /** Reads and clears the cookie. */
    take(request: FastifyRequest, reply: FastifyReply): TypedText {
      const value = cookie.read(request);
      if (value === null) return {};
      cookie.clear(reply);
      const typed = parseJson(Buffer.from(value, 'base64url').toString('utf8'));
      return Value.Check(TypedText, typed) ? typed : {};
    },
  };
}

/** Fills in a form again. The placeholder of the login hint fills in the username. */
export function fillTypedText(html: string, { email, name, remember }: TypedText): string {
  const attributes = Object.entries({
    email: email && `value="${escapeHtml(email)}"`,
    name: name && `value="${escapeHtml(name)}"`,
    remember: remember && 'checked=""',
  });
  return attributes.reduce(
    (page, [field, attribute]) =>
      page.replace(
        new RegExp(`<input(?= [^>]*\\bname="${field}")`),
        (tag) => `${tag} ${attribute ?? ''}`,
      ),
    html,
  );
}
