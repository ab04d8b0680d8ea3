import { inlineSource } from '../../platform/http/security-headers.ts';

// Neither a password, whose field is a text field too while it is shown, nor the hidden names of the demo accounts.
const script = `(function () {
  var key = 'typed';
  var fields = document.querySelectorAll('input:is([name=username],[name=email],[name=name]):not([type=hidden])');
  try {
    var typed = JSON.parse(sessionStorage.getItem(key)) || {};
    sessionStorage.removeItem(key);
    fields.forEach(function (field) { if (typeof typed[field.name] === 'string') field.value = typed[field.name]; });
  } catch (error) {}
  document.addEventListener('click', function (event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !event.target.closest('a[hreflang]')) return;
    var typed = {};
    fields.forEach(function (field) { typed[field.name] = field.value; });
    try { sessionStorage.setItem(key, JSON.stringify(typed)); } catch (error) {}
  });
})();`;

/** Source expression of Content-Security-Policy that allows the script. */
export const typedTextSource = inlineSource(script);

/**
 * Adds the script that keeps typed names and addresses when the link to the other language is followed: the next page
 * takes them from the tab's storage, not from its URL. It runs before the page's own script.
 */
export function addTypedTextScript(html: string): string {
  return html.replace('</body>', () => `<script>${script}</script></body>`);
}
