/**
 * Forms with unsaved input, which a reload would lose. A form is included from the first input until it is reset or
 * removed from the page. A submit ends nothing: the server may refuse it.
 */
const dirtyForms = new Set<HTMLFormElement>();

const closestForm = (event: Event): HTMLFormElement | null =>
  event.target instanceof Element ? event.target.closest('form') : null;

/** Starts tracking the forms of this page. Returns the function that stops it. */
export function trackDirtyForms(): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const begin = (event: Event) => {
    const form = closestForm(event);
    // Search input is not worth protecting.
    if (form && form.getAttribute('role') !== 'search') dirtyForms.add(form);
  };
  const end = (event: Event) => {
    if (event.target instanceof HTMLFormElement) dirtyForms.delete(event.target);
  };
  document.addEventListener('input', begin, { signal });
  document.addEventListener('reset', end, { signal });
  return () => {
    ended.abort();
    dirtyForms.clear();
  };
}

export function hasFormInProgress(): boolean {
  for (const form of dirtyForms) if (!form.isConnected) dirtyForms.delete(form);
  return dirtyForms.size > 0;
}
