import { useState } from 'react';
import styles from './Avatar.module.css';

export interface AvatarProps {
  /** The user's name. Repeat it beside the avatar, or in the accessible name of the button around it. */
  readonly name: string;
  readonly picture?: string | undefined;
}

/** The user's picture, or initials. Hidden from screen readers. */
export function Avatar({ name, picture }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  return (
    <span className={styles.avatar} aria-hidden="true">
      {picture !== undefined && picture !== broken ? (
        <img
          className={styles.picture}
          src={picture}
          alt=""
          referrerPolicy="no-referrer"
          onError={() => setBroken(picture)}
        />
      ) : (
        initials(name)
      )}
    </span>
  );
}

/**
 * Returns the initials of the first and the last word. The last word of a Vietnamese name is the given name.
 */
function initials(name: string): string {
  const nameParts = name.trim().split(/\s+/);
  const outerParts = nameParts.length > 1 ? [nameParts[0], nameParts.at(-1)] : nameParts;
  return outerParts
    .map((word) => /^./u.exec(word ?? '')?.[0] ?? '')
    .join('')
    .toLocaleUpperCase();
}
