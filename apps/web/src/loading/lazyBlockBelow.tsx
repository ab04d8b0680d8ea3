import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { lazyBlock } from './lazyBlock.tsx';
import type { ComponentLoader } from './lazyComponent.tsx';

/** Distance from the window at which a block is loaded, so that it is there when it is scrolled to. */
const nearMargin = '400px 0px';
/** Milliseconds after which a block is loaded wherever it is, for print and for a search in the page. */
const loadAnywayMs = 5000;

/**
 * Creates a block that usually stands below the window. It is loaded when it comes near the window or some seconds
 * later, so that it does not delay what is seen first. From then on, it is rendered at once.
 * @param waiting rendered until the code is loaded
 */
export function lazyBlockBelow<Props extends object>(
  load: ComponentLoader<Props>,
  waiting: ReactNode,
): ComponentType<Props> {
  const Block = lazyBlock(load, waiting);
  let wasNeeded = false;
  function BlockBelow(props: Props) {
    const [isNeeded, setNeeded] = useState(wasNeeded);
    const place = useRef<HTMLDivElement>(null);
    useEffect(() => {
      if (!place.current) return undefined;
      const loadNow = () => {
        wasNeeded = true;
        setNeeded(true);
      };
      const observer = new IntersectionObserver(
        (entries) => entries.some((entry) => entry.isIntersecting) && loadNow(),
        // In a frame, the margin counts only with the document as root.
        { root: document, rootMargin: nearMargin },
      );
      observer.observe(place.current);
      const timer = setTimeout(loadNow, loadAnywayMs);
      return () => {
        observer.disconnect();
        clearTimeout(timer);
      };
    }, []);
    return isNeeded ? <Block {...props} /> : <div ref={place}>{waiting}</div>;
  }
  return BlockBelow;
}
