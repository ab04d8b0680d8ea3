/**
 * Whether somebody is in the middle of a form: what they typed would be lost by a reload. Every form
 * counts from the first letter until it is sent, emptied or gone from the page.
 */
const dirtyForms = new Set<HTMLFormElement>();

const closestForm = (event: Event): HTMLFormElement | null =>
  event.target instanceof Element ? event.target.closest('form') : null;

/** Starts watching the forms of this page. Returns the function that stops it. */
export function trackDirtyForms(): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const begin = (event: Event) => {
    const form = closestForm(event);
    // A search is found again by typing it again.
    if (form && form.getAttribute('role') !== 'search') dirtyForms.add(form);
  };
  const end = (event: Event) => {
    if (event.target instanceof HTMLFormElement) dirtyForms.delete(event.target);
  };
  document.addEventListener('input', begin, { signal });
  document.addEventListener('submit', end, { signal });
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
