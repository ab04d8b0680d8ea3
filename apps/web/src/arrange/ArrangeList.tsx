import {
  ArrowDownIcon,
  ArrowUpIcon,
  Checkbox,
  MenuIcon,
  IconButton,
  VisuallyHidden,
} from '@seller-connect/ui';
import { useEffect, useRef, useState } from 'react';
import styles from './ArrangeList.module.css';
import { texts } from './texts.ts';

export interface ArrangeListProps<Id extends string> {
  /** Accessible name. */
  readonly label: string;
  /** All items. Hidden ones follow the shown ones in this order. */
  readonly items: readonly { readonly id: Id; readonly name: string }[];
  /** The shown items, in their order. */
  readonly shown: readonly Id[];
  readonly onChange: (shown: readonly Id[]) => void;
}

/** Chooses which items are shown, and in which order: by dragging, or with the buttons of each item. */
export function ArrangeList<Id extends string>(props: ArrangeListProps<Id>) {
  const { label, items, shown, onChange } = props;
  const list = useRef<HTMLUListElement>(null);
  const [moved, setMoved] = useState<Id | null>(null);
  const nameOf = (id: Id) => items.find((item) => item.id === id)?.name ?? id;
  const move = (id: Id, place: number) => {
    if (place < 0 || place >= shown.length || shown.indexOf(id) === place) return;
    setMoved(id);
    onChange(shown.filter((each) => each !== id).toSpliced(place, 0, id));
  };
  const { dragged, startDrag } = useDrag<Id>((id, y) => {
    const rows = [...(list.current?.children ?? [])].slice(0, shown.length);
    const place = rows.findIndex((row) => y < row.getBoundingClientRect().bottom);
    move(id, place === -1 ? shown.length - 1 : place);
  });
  const hidden = items.map(({ id }) => id).filter((id) => !shown.includes(id));
  return (
    <>
      <ul ref={list} className={styles.list} aria-label={label}>
        {[...shown, ...hidden].map((id) => {
          const place = shown.indexOf(id);
          const name = nameOf(id);
          return (
            <li key={id} className={styles.item} data-dragged={dragged === id || undefined}>
              <span
                className={styles.grip}
                data-grip={id}
                hidden={place === -1}
                onPointerDown={(event) => {
                  event.preventDefault();
                  if (event.button === 0) startDrag(id);
                }}
              >
                <MenuIcon />
              </span>
              <div className={styles.name}>
                <Checkbox
                  label={name}
                  checked={place !== -1}
                  onChange={() =>
                    onChange(place === -1 ? [...shown, id] : shown.filter((each) => each !== id))
                  }
                />
              </div>
              {place !== -1 && (
                // They stay focusable at the ends, so that the focus is not lost.
                <span className={styles.buttons}>
                  <IconButton
                    size="small"
                    label={texts.up(name)}
                    icon={<ArrowUpIcon />}
                    aria-disabled={place === 0}
                    onClick={() => move(id, place - 1)}
                  />
                  <IconButton
                    size="small"
                    label={texts.down(name)}
                    icon={<ArrowDownIcon />}
                    aria-disabled={place === shown.length - 1}
                    onClick={() => move(id, place + 1)}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <VisuallyHidden>
        <span role="status">
          {moved !== null &&
            shown.includes(moved) &&
            texts.place(nameOf(moved), shown.indexOf(moved) + 1, shown.length)}
        </span>
      </VisuallyHidden>
    </>
  );
}

/**
 * Follows the pointer from the press on an item to its release, wherever they are on the page: the item moves in the
 * document while it is dragged, which would end a capture of the pointer.
 */
function useDrag<Id>(onDrag: (id: Id, y: number) => void) {
  const [dragged, setDragged] = useState<Id | null>(null);
  const latest = useRef(onDrag);
  useEffect(() => {
    latest.current = onDrag;
  });
  useEffect(() => {
    if (dragged === null) return;
    const follow = (event: PointerEvent) => latest.current(dragged, event.clientY);
    const end = () => setDragged(null);
    window.addEventListener('pointermove', follow);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
    return () => {
      window.removeEventListener('pointermove', follow);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
    };
  }, [dragged]);
  return { dragged, startDrag: setDragged };
}
