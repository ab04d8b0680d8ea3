/** Elements that stand for one entry of a list. */
const rows = 'li, tr';
const headings = 'h1, h2, h3, h4';
const controls =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)';

/** An element that has or had the focus, and where it stood: nothing of that can be found out once it is removed. */
interface Place {
  readonly element: Element;
  /** The path of its screen. */
  readonly path: string;
  readonly row: Element | null;
  /** Its position among the controls of its row, from the end: rows end with what can be done with the entry. */
  readonly fromEnd: number;
}

/**
 * Retains the focus in its list when the element that has it is removed, such as the button that deletes an entry of a
 * list: it moves to the next entry, else to the previous one, else to the heading of the section, panel, dialog or
 * screen. The same goes for an entry that is removed while a dialog about it is open. Without this, browsers begin at
 * the top of the page again. Returns the function that ends it.
 */
export function retainFocus(): () => void {
  let current: Place | null = null;
  /** Behind open dialogs: where the platform would bring the focus back to. */
  let behind: Place | null = null;

  function onFocusIn({ target }: FocusEvent): void {
    if (!(target instanceof Element)) return;
    current = toPlace(target);
    if (!target.closest('dialog')) behind = current;
  }

  /** Browsers differ in whether they send this when an element is removed; the user leaves only what is still there. */
  function onFocusOut({ relatedTarget }: FocusEvent): void {
    if (relatedTarget !== null) return;
    queueMicrotask(() => {
      if (isFocusLost() && current?.element.isConnected === true) current = behind = null;
    });
  }

  function onRemoval(records: readonly MutationRecord[]): void {
    const hasLost = (place: Place | null) => place?.element.isConnected === false;
    if (!hasLost(current) && !hasLost(behind)) return;
    const wasInDialog = current !== behind;
    if (hasLost(behind)) behind = successor(behind, records);
    if (!wasInDialog) current = behind;
    else if (hasLost(current)) current = successor(current, records) ?? behind;
    if (isFocusLost()) focus(current);
  }

  const observer = new MutationObserver(onRemoval);
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('focusout', onFocusOut);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', onFocusIn);
    document.removeEventListener('focusout', onFocusOut);
    observer.disconnect();
  };
}

const isFocusLost = () =>
  document.activeElement === null || document.activeElement === document.body;

function focus(place: Place | null): void {
  if (!(place?.element instanceof HTMLElement)) return;
  if (!place.element.matches(controls)) place.element.tabIndex = -1;
  // The next entry stands where the removed one did; the user may have scrolled away from it.
  place.element.focus({ preventScroll: true });
}

function toPlace(element: Element): Place {
  const row = element.closest(rows);
  const position = row ? controlsOf(row).toReversed().indexOf(element) : -1;
  return { element, path: location.pathname, row, fromEnd: Math.max(position, 0) };
}

const controlsOf = (row: Element): Element[] =>
  [...row.querySelectorAll(controls)].filter((control) => control.checkVisibility());

/** Returns where the focus goes from a removed element; null where that is not ours to decide. */
function successor(place: Place | null, records: readonly MutationRecord[]): Place | null {
  const record = place && records.find((each) => removedPart(each, place.element) !== undefined);
  if (!record || !(record.target instanceof Element) || !record.target.isConnected) return null;
  // Popovers and dialogs that are closed have their own way. So have toasts, and a screen that another one replaces.
  const closing = '[popover]:not(:popover-open), [popover=manual], dialog:not([open])';
  if (record.target.closest(closing)) return null;
  const part = record.target.closest('section, dialog, [popover], main');
  if (!part || (part.matches('main') && place.path !== location.pathname)) return null;
  // After a button that loads more entries, browsers go on where it stood.
  if (!place.row && followsGrownList(record, part, records)) return null;
  const next =
    removedPart(record, place.element) === place.row
      ? (findRow(record.nextSibling, 'nextSibling') ??
        findRow(record.previousSibling, 'previousSibling') ??
        record.target.querySelector(rows))
      : place.row?.isConnected === true
        ? place.row
        : null;
  if (next) {
    const own = controlsOf(next);
    return {
      element: own.at(-1 - place.fromEnd) ?? own[0] ?? next,
      path: place.path,
      row: next,
      fromEnd: place.fromEnd,
    };
  }
  return toPlace(part.querySelector(headings) ?? part);
}

/** Returns whether what was removed stood right after a list that got further entries. */
function followsGrownList(
  { target, previousSibling }: MutationRecord,
  part: Element,
  records: readonly MutationRecord[],
): boolean {
  let before = previousSibling;
  for (let node = target; before === null && node !== part; node = node.parentNode ?? part) {
    before = node.previousSibling;
  }
  if (!(before instanceof Element)) return false;
  const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
  const isAdded = (row: Element) => added.some((node) => node.contains(row));
  const entries = [...before.querySelectorAll(rows)];
  return entries.some(isAdded) && !entries.every(isAdded);
}

const removedPart = ({ removedNodes }: MutationRecord, element: Element): Node | undefined =>
  [...removedNodes].find((node) => node.contains(element));

function findRow(from: Node | null, direction: 'nextSibling' | 'previousSibling'): Element | null {
  for (let node = from; node; node = node[direction]) {
    if (node instanceof Element && node.isConnected && node.matches(rows)) return node;
  }
  return null;
}
