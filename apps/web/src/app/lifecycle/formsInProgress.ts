/**
 * Whether somebody is in the middle of a form: what they typed would be lost by a reload. Every form
 * counts from the first letter until it is sent, emptied or gone from the page.
 */
const begun = new Set<HTMLFormElement>();

const formOf = (event: Event): HTMLFormElement | null =>
  event.target instanceof Element ? event.target.closest('form') : null;

/** Starts watching the forms of this page. Returns the function that stops it. */
export function watchForms(): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const begin = (event: Event) => {
    const form = formOf(event);
    // A search is found again by typing it again.
    if (form && form.getAttribute('role') !== 'search') begun.add(form);
  };
  const end = (event: Event) => {
    if (event.target instanceof HTMLFormElement) begun.delete(event.target);
  };
  document.addEventListener('input', begin, { signal });
  document.addEventListener('submit', end, { signal });
  document.addEventListener('reset', end, { signal });
  return () => {
    ended.abort();
    begun.clear();
  };
}

export function formInProgress(): boolean {
  for (const form of begun) if (!form.isConnected) begun.delete(form);
  return begun.size > 0;
}
