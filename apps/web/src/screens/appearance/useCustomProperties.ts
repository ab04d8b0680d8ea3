import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Sets custom properties on one element. By script and not as a `style` attribute, which the pages'
 * content security policy forbids in prerendered markup.
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
