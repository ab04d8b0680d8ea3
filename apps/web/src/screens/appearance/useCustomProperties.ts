import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Sets custom properties on one element by script. The content security policy forbids `style` attributes in
 * prerendered markup.
 */
export function useCustomProperties<Target extends HTMLElement>(
  shades: Readonly<Record<string, string>>,
): RefObject<Target | null> {
  const element = useRef<Target>(null);
  useLayoutEffect(() => {
    for (const [name, value] of Object.entries(shades)) {
      element.current?.style.setProperty(name, value);
    }
  });
  return element;
}
